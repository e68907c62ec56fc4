package io.smartt.emulation.softswitch.thrift;

import static io.smartt.emulation.softswitch.thrift.ThriftMethod.standard;

import io.smartt.emulation.softswitch.p4runtime.LocalController;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.p4.v1.ForwardingPipelineConfig;

/**
 * The services {@code standard}, {@code simple_switch}, {@code simple_pre} and {@code
 * simple_pre_lag} of one switch, by {@code service:method}.
 */
public final class ThriftServices {
  private final Map<String, ThriftMethod> methods = new TreeMap<>();
  private final SwitchCalls switchCalls;

  /**
   * The services of a switch.
   *
   * @param controller writes its program
   * @param clockPs time of the switch
   */
  public ThriftServices(
      LocalController controller, StandaloneSwitch device, LongSupplier clockPs, Clock clock) {
    Program program = new Program(controller);
    TableCalls tables = new TableCalls(program);
    tables.addTo(methods);
    new ArrayCalls(program, tables).addTo(methods);
    new ProfileCalls(program).addTo(methods);
    new MulticastCalls(program).addTo(methods);
    switchCalls = new SwitchCalls(program, device, clockPs, clock);
    switchCalls.addTo(methods);
    new MirroringCalls(program).addTo(methods);
    MissingCalls.addTo(methods);
  }

  /** A program without P4Info as P4Runtime would have it: the P4Info is worked out of the JSON. */
  public static ForwardingPipelineConfig config(byte[] json) {
    return SwitchCalls.config(json);
  }

  /** Tells the services where they are served. */
  void listeningOn(int port) {
    switchCalls.listeningOn(port);
  }

  Map<String, ThriftMethod> methods() {
    return methods;
  }

  /**
   * What this switch does not do over Thrift. Each answers the exception that its method declares,
   * which clients show and survive.
   */
  private static final class MissingCalls {
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
              throw new ThriftMethod.ThriftFault(code, name + " is not there");
            });
      }
    }
  }
}
