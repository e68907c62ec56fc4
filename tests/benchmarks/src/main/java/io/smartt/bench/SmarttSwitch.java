package io.smartt.bench;

import static io.smartt.bench.BenchEntries.call;
import static io.smartt.bench.BenchEntries.exact;
import static io.smartt.bench.BenchEntries.prefix;
import static io.smartt.bench.BenchEntries.put;

import module java.base;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;

/** {@code smartt.p4} as a leaf of the testbed has it: hosts, uplinks, classes, RED, trimming. */
final class SmarttSwitch {
  private static final int HOSTS = 16;
  private static final int LOCAL_HOSTS = 4;
  private static final int UPLINKS = 4;
  private static final int DSCP_DATA = 10;
  private static final int DSCP_CONTROL = 46;
  private static final int UET_PORT = 4793;
  private static final int FIRST_ADDRESS = 0x0a000001;

  private SmarttSwitch() {}

  static OnePortSwitch create() {
    List<Packet> packets = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      packets.add(
          BenchPackets.udp(
              FIRST_ADDRESS,
              FIRST_ADDRESS + i % HOSTS,
              DSCP_DATA << 2 | 2,
              1000 + i * 7,
              UET_PORT));
    }
    return new OnePortSwitch(
        OnePortSwitch.program("/io/smartt/p4/programs/smartt.json"), changes(), packets);
  }

  private static List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    List<WeightedMember> uplinks = new ArrayList<>();
    changes.add(new Change.SetDefault("ingress.ecmp_salt", call("ingress.set_salt", 77, 32)));
    for (int port = 1; port <= LOCAL_HOSTS + UPLINKS; port++) {
      changes.add(
          new Change.PutMember(
              "ingress.ecmp", port, call("ingress.to_port", port, 9, 0x020000000000L + port, 48)));
      if (port > LOCAL_HOSTS) {
        uplinks.add(new WeightedMember(port, 1));
      }
      EntryTarget trim = call("ingress.trim_above", 100, 19, 64, 16, 48, 6);
      changes.add(put("ingress.trim_limit", exact(port, 9), trim));
      EntryTarget mark = call("egress.mark_between", 20, 19, 80, 19);
      changes.add(put("egress.red_profile", exact(port, 9), mark));
    }
    changes.add(new Change.PutGroup("ingress.ecmp", 1, uplinks));
    for (int host = 0; host < HOSTS; host++) {
      EntryTarget target =
          host < LOCAL_HOSTS ? new EntryTarget.Member(host + 1) : new EntryTarget.Group(1);
      changes.add(put("ingress.ipv4_lpm", prefix(FIRST_ADDRESS + host, 32), target));
    }
    changes.add(put("ingress.traffic_class", exact(DSCP_DATA, 6), call("ingress.data_class")));
    changes.add(
        put("ingress.traffic_class", exact(DSCP_CONTROL, 6), call("ingress.control_class")));
    return changes;
  }
}
