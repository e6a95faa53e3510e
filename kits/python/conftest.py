from payment_sandbox import lane, payment_sandbox
