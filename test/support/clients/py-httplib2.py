# Python's httplib2.
import sys

import httplib2

client = httplib2.Http()
for url, file in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        with open(file, "rb") as body:
            _, content = client.request(url, "POST", body.read(), {"Content-Type": "application/json"})
        print(content.decode().replace("\n", " "))
    except (httplib2.error.HttpLib2Error, OSError):
        print("lost")
