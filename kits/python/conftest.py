pytest_plugins = ["payment_sandbox"]
