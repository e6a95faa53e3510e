# pip install django cryptography. verify_cryptography.py stands beside it. Put its line into your urlpatterns.
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from verify_cryptography import genuine


@csrf_exempt  # A notification carries no CSRF token.
@require_POST
def notify(request):
    notification = genuine(request.body)
    if notification is None:
        return HttpResponse("not genuine", status=400)
    # It can come twice, late or never. Store it once by orderId and status, and query the order before you ship.
    return HttpResponse("OK")


urlpatterns = [path("notify", notify)]
