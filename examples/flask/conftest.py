# payment_sandbox.py of kits/python lies beside this file.
from payment_sandbox import lane, payment_sandbox
