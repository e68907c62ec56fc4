package io.smartt.switchd.thrift;

/** One method of a service. */
@FunctionalInterface
interface ThriftMethod {
  /** The answer of a method without one. */
  ThriftValue NOTHING = ThriftValue.Struct.EMPTY;

  /** The name on the wire of a method of the service that is called standard. */
  static String standard(String method) {
    return String.join(":", "standard", method);
  }

  /**
   * Runs the method.
   *
   * @throws ThriftFault for the exception that the method declares
   */
  ThriftValue call(Arguments arguments);

  /**
   * An exception of the IDL: all that the services declare have one field, a code. Which exception
   * it is, a client knows by the method that it called.
   */
  final class ThriftFault extends RuntimeException {
    private final int code;

    ThriftFault(int code, String message) {
      super(message, null, false, false);
      this.code = code;
    }

    int code() {
      return code;
    }
  }
}
