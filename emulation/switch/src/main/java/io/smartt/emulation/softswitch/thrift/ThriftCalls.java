package io.smartt.emulation.softswitch.thrift;

import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TApplicationException;

/** The methods of all services by {@code service:method}. They run one at a time. */
final class ThriftCalls {
  private final Map<String, ThriftMethod> methods;

  ThriftCalls(Map<String, ThriftMethod> methods) {
    this.methods = Map.copyOf(methods);
  }

  /**
   * Calls one.
   *
   * @return the answer's fields: 0 for what it returns, 1 for the exception that it declares
   * @throws TApplicationException saying why there is neither
   */
  @SuppressWarnings("ReferenceEquality") // NOTHING is one of its kind
  ThriftValue.Struct call(String name, Arguments arguments) throws TApplicationException {
    ThriftMethod method =
        Optional.ofNullable(methods.get(name))
            .orElseThrow(() ->
                new TApplicationException(
                    TApplicationException.UNKNOWN_METHOD, "this switch has no " + name));
    try {
      ThriftValue answer;
      synchronized (this) {
        answer = method.call(arguments);
      }
      return answer == ThriftMethod.NOTHING
          ? ThriftValue.Struct.EMPTY
          : new ThriftValue.Struct(Map.of(0, answer));
    } catch (ThriftFault fault) {
      return new ThriftValue.Struct(
          Map.of(1, new ThriftValue.Struct(Map.of(1, ThriftValue.i32(fault.code())))));
    } catch (RuntimeException e) {
      throw new TApplicationException(
          TApplicationException.INTERNAL_ERROR, String.valueOf(e.getMessage()));
    }
  }
}
