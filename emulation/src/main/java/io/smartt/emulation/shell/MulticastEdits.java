package io.smartt.emulation.shell;

import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.p4.info.P4Bytes;
import java.math.BigInteger;
import java.util.List;
import org.p4.v1.Entity;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/** The commands that make and remove multicast groups. */
final class MulticastEdits {
  private MulticastEdits() {}

  private static Update update(Update.Type type, int group, List<Integer> ports) {
    MulticastGroupEntry.Builder entry = MulticastGroupEntry.newBuilder().setMulticastGroupId(group);
    for (int port : ports) {
      entry.addReplicas(
          Replica.newBuilder().setPort(P4Bytes.encode(BigInteger.valueOf(port))).setInstance(1));
    }
    return Update.newBuilder()
        .setType(type)
        .setEntity(
            Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                    PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(entry)))
        .build();
  }

  /** {@code mc_mgrp_create}. */
  static void create(ProgrammedSwitch sw, List<String> words) {
    List<Integer> ports = words.stream().skip(1).map(EntryWords::index).toList();
    sw.write(List.of(update(Update.Type.INSERT, EntryWords.index(words.getFirst()), ports)));
  }

  /** {@code mc_mgrp_destroy}. */
  static void destroy(ProgrammedSwitch sw, List<String> words) {
    sw.write(List.of(update(Update.Type.DELETE, EntryWords.index(words.getFirst()), List.of())));
  }
}
