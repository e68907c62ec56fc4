package io.smartt.host.api;

/** A message could not be delivered; the message says why. It may have arrived all the same. */
public final class DeliveryException extends RuntimeException {
  DeliveryException(String message) {
    super(message);
  }

  DeliveryException(String message, Throwable cause) {
    super(message, cause);
  }
}
