package io.smartt.emulation.softswitch.thrift;

/**
 * An exception of the IDL: all that the services declare have one field, a code. Which exception it
 * is, a client knows by the method that it called.
 */
final class ThriftFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  ThriftFault(int code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  int code() {
    return code;
  }
}
