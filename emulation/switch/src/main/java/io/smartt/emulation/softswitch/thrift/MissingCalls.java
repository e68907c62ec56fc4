package io.smartt.emulation.softswitch.thrift;

import static io.smartt.emulation.softswitch.thrift.ThriftMethod.standard;

import java.util.List;
import java.util.Map;

/**
 * What this switch does not do over Thrift. Each answers the exception that its method declares,
 * which clients show and survive.
 */
final class MissingCalls {
  private static final int VALUE_SET_ERROR = 2;
  private static final int LEARN_ERROR = 3;
  private static final int WRONG_TYPE_OF_CALCULATION = 2;
  private static final int INVALID_RESOURCE_TYPE = 0;

  private MissingCalls() {}

  static void addTo(Map<String, ThriftMethod> methods) {
    add(
        methods,
        VALUE_SET_ERROR,
        List.of(
            "bm_parse_vset_add",
            "bm_parse_vset_remove",
            "bm_parse_vset_get",
            "bm_parse_vset_clear"));
    add(
        methods,
        LEARN_ERROR,
        List.of(
            "bm_learning_ack",
            "bm_learning_ack_buffer",
            "bm_learning_set_timeout",
            "bm_learning_set_buffer_size"));
    add(
        methods,
        WRONG_TYPE_OF_CALCULATION,
        List.of(
            "bm_set_crc16_custom_parameters",
            "bm_set_crc32_custom_parameters",
            "bm_set_toeplitz_hash_key"));
    add(methods, INVALID_RESOURCE_TYPE, List.of("bm_get_id_from_name"));
  }

  private static void add(Map<String, ThriftMethod> methods, int code, List<String> names) {
    for (String name : names) {
      methods.put(
          standard(name),
          _ -> {
            throw new ThriftFault(code, name + " is not there");
          });
    }
  }
}
