package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.NOTHING;
import static io.smartt.switchd.thrift.ThriftMethod.standard;
import static io.smartt.switchd.thrift.ThriftValue.bool;
import static io.smartt.switchd.thrift.ThriftValue.i32;
import static io.smartt.switchd.thrift.ThriftValue.i64;
import static io.smartt.switchd.thrift.ThriftValue.text;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.info.P4InfoFromBmv2;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import org.p4.v1.ForwardingPipelineConfig;

/** Ports, queues, configs and time: what is of the switch, not of its program. */
final class SwitchCalls {
  private static final int PORT_ERROR = 1;
  private static final int ONGOING_SWAP = 2;
  private static final int NO_ONGOING_SWAP = 3;
  private static final long PS_PER_US = 1_000_000;

  private final Program program;
  private final StandaloneSwitch device;
  private final LongSupplier clockPs;
  private final Clock clock;
  private volatile int thriftPort;

  SwitchCalls(Program program, StandaloneSwitch device, LongSupplier clockPs, Clock clock) {
    this.program = program;
    this.device = device;
    this.clockPs = clockPs;
    this.clock = clock;
  }

  /** Notes the port that {@code switch_info} shows. */
  void listeningOn(int port) {
    thriftPort = port;
  }

  void addTo(Map<String, ThriftMethod> methods) {
    methods.put(standard("bm_dev_mgr_show_ports"), _ -> ports());
    ThriftMethod fixedPorts =
        _ -> {
          throw new ThriftMethod.ThriftFault(PORT_ERROR, "ports are those of the command line");
        };
    methods.put(standard("bm_dev_mgr_add_port"), fixedPorts);
    methods.put(standard("bm_dev_mgr_remove_port"), fixedPorts);
    methods.put(standard("bm_mgmt_get_info"), _ -> info());
    methods.put(
        standard("bm_get_config"), _ -> new ThriftValue.Text(ByteString.copyFrom(program.json())));
    methods.put(
        standard("bm_get_config_md5"),
        _ -> new ThriftValue.Text(ByteString.copyFrom(md5(program.json()))));
    methods.put(standard("bm_load_new_config"), this::loadConfig);
    methods.put(standard("bm_swap_configs"), _ -> swapConfigs());
    methods.put(standard("bm_reset_state"), _ -> resetState());
    methods.put(
        "simple_switch:set_egress_queue_depth",
        call -> depth(Set.of(call.integer(1)), Set.of(), call.integer(2)));
    methods.put(
        "simple_switch:set_egress_priority_queue_depth",
        call -> depth(Set.of(call.integer(1)), Set.of(call.integer(2)), call.integer(3)));
    methods.put(
        "simple_switch:set_all_egress_queue_depths",
        call -> depth(Set.of(), Set.of(), call.integer(1)));
    methods.put(
        "simple_switch:set_egress_queue_rate",
        call -> rate(Set.of(call.integer(1)), call.whole(2)));
    methods.put(
        "simple_switch:set_egress_priority_queue_rate",
        call -> queueRate(call.integer(1), call.whole(3)));
    methods.put("simple_switch:set_all_egress_queue_rates", call -> rate(Set.of(), call.whole(1)));
    methods.put("simple_switch:get_time_elapsed_us", _ -> i64(clockPs.getAsLong() / PS_PER_US));
    methods.put("simple_switch:get_time_since_epoch_us", _ -> i64(clock.millis() * 1_000));
  }

  private ThriftValue ports() {
    return ThriftValue.structs(
        device.ports().stream()
            .filter(
                port -> device.settings().cpuPort().stream().noneMatch(cpu -> cpu == port.number()))
            .map(port ->
                TableCalls.struct(
                    Map.of(
                        1, i32(port.number()),
                        2, text(port.attachment()),
                        3, bool(port.up()),
                        4, new ThriftValue.Texts(Map.of()))))
            .toList());
  }

  private ThriftValue info() {
    return TableCalls.struct(Map.of(1, i64(device.settings().deviceId()), 2, i32(thriftPort)));
  }

  private static byte[] md5(byte[] json) {
    try {
      return MessageDigest.getInstance("MD5").digest(json);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The P4Info of a program that comes alone. */
  static ForwardingPipelineConfig config(byte[] json) {
    return ForwardingPipelineConfig.newBuilder()
        .setP4Info(P4InfoFromBmv2.of(Bmv2Reader.read(json)))
        .setP4DeviceConfig(ByteString.copyFrom(json))
        .build();
  }

  private ThriftValue loadConfig(Arguments call) {
    if (!program.controller().load(config(call.text(1).getBytes(StandardCharsets.UTF_8)))) {
      throw new ThriftMethod.ThriftFault(
          ONGOING_SWAP, "a config is loaded already; swap_configs is next");
    }
    return NOTHING;
  }

  private ThriftValue swapConfigs() {
    if (!program.controller().swap()) {
      throw new ThriftMethod.ThriftFault(NO_ONGOING_SWAP, "no config is loaded");
    }
    return NOTHING;
  }

  private ThriftValue resetState() {
    program.reset();
    return NOTHING;
  }

  private ThriftValue depth(Collection<Integer> ports, Collection<Integer> queues, int packets) {
    if (packets < 1) {
      throw new IllegalArgumentException(
          "a queue of " + packets + " packets; 1 or more is accepted");
    }
    try {
      device.setCapacity(ports, queues, QueueConfig.packets(packets));
    } catch (NoSuchElementException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
    return i32(0);
  }

  private ThriftValue rate(Collection<Integer> ports, long packetsPerSecond) {
    if (packetsPerSecond < 0) {
      throw new IllegalArgumentException(
          "a rate of " + packetsPerSecond + " packets a second; accepted is 0 (no limit) or more");
    }
    device.setPacketRate(ports, packetsPerSecond);
    return i32(0);
  }

  private ThriftValue queueRate(int port, long packetsPerSecond) {
    if (device.settings().queues() > 1) {
      throw new UnsupportedOperationException(
          "queues of a port share its rate; set_queue_rate without a priority sets that");
    }
    return rate(Set.of(port), packetsPerSecond);
  }
}
