# Python's http.client, one connection for all calls.
import http.client
import sys
from urllib.parse import urlsplit

connection = None
for url, file in zip(sys.argv[1::2], sys.argv[2::2]):
    at = urlsplit(url)
    connection = connection or http.client.HTTPConnection(at.netloc)
    try:
        with open(file, "rb") as body:
            connection.request("POST", at.path, body.read(), {"Content-Type": "application/json"})
        print(connection.getresponse().read().decode().replace("\n", " "))
    except (http.client.HTTPException, OSError):
        connection.close()
        print("lost")
