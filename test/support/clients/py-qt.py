# Qt's QNetworkAccessManager.
import sys

from PyQt5.QtCore import QCoreApplication, QEventLoop, QUrl
from PyQt5.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest

app = QCoreApplication(sys.argv)
manager = QNetworkAccessManager()
for url, file in zip(sys.argv[1::2], sys.argv[2::2]):
    request = QNetworkRequest(QUrl(url))
    request.setHeader(QNetworkRequest.ContentTypeHeader, "application/json")
    with open(file, "rb") as body:
        reply = manager.post(request, body.read())
    loop = QEventLoop()
    reply.finished.connect(loop.quit)
    loop.exec_()
    text = bytes(reply.readAll()).decode().replace("\n", " ")
    print(text if reply.error() == QNetworkReply.NoError else "lost", flush=True)
