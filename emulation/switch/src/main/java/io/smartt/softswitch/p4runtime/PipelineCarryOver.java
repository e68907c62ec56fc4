package io.smartt.softswitch.p4runtime;

import module java.base;

import io.grpc.Status;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4Objects;
import io.smartt.softswitch.p4runtime.EntityReader.ReadContext;
import io.smartt.softswitch.p4runtime.WriteBatch.Outcome;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.CounterData;
import org.p4.v1.CounterEntry;
import org.p4.v1.DigestEntry;
import org.p4.v1.Entity;
import org.p4.v1.MeterConfig;
import org.p4.v1.MeterEntry;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.RegisterEntry;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;
import org.p4.v1.ValueSetEntry;
import org.p4.v1.WriteRequest.Atomicity;

/**
 * Carries what controllers wrote, counts and registers included, from one pipeline to the next
 * (RECONCILE_AND_COMMIT, P4Runtime section 13): all of it or, where the new program has no place
 * for an entry, an error. Registers, counters, meters and value sets that the new program no longer
 * has go with the old one.
 */
record PipelineCarryOver(ForwardingDevice ports) {
  private static final Entity GROUPS =
      replication(
          PacketReplicationEngineEntry.newBuilder()
              .setMulticastGroupEntry(MulticastGroupEntry.newBuilder()));
  private static final Entity SESSIONS =
      replication(
          PacketReplicationEngineEntry.newBuilder()
              .setCloneSessionEntry(CloneSessionEntry.newBuilder()));

  /** Writes the old state into the new pipeline; INVALID_ARGUMENT where it does not fit. */
  void carryOver(InstalledPipeline old, InstalledPipeline next) {
    List<Update> updates = new ArrayList<>(removals(old, next));
    updates.addAll(updates(old, next, requests(old)));
    List<Update> again = new ArrayList<>();
    List<Outcome> outcomes = write(next, updates);
    for (int i = 0; i < outcomes.size(); i++) {
      if (alreadyThere(outcomes.get(i))) {
        again.add(updates.get(i).toBuilder().setType(Update.Type.MODIFY).build());
      } else {
        requireDone(outcomes.get(i));
      }
    }
    write(next, again).forEach(PipelineCarryOver::requireDone);
    refer(old, next);
  }

  /** Writes the old clone sessions, and maybe multicast groups, into the new pipeline. */
  void replication(InstalledPipeline old, InstalledPipeline next, boolean groups) {
    write(next, updates(old, next, groups ? List.of(GROUPS, SESSIONS) : List.of(SESSIONS)))
        .forEach(PipelineCarryOver::requireDone);
    refer(old, next);
  }

  private void refer(InstalledPipeline old, InstalledPipeline next) {
    next.store().mirroredGroups().putAll(old.store().mirroredGroups());
    ReplicationWriter.refresh(next, ports);
  }

  private static List<Update> updates(
      InstalledPipeline old, InstalledPipeline next, List<Entity> requests) {
    List<Update> updates = new ArrayList<>();
    EntityReader reader =
        new EntityReader(new ReadContext(old, RoleRights.FULL, found -> add(updates, found, next)));
    try {
      requests.forEach(reader::read);
    } catch (Refusal e) {
      // A register, say, of a type that the old P4Info states and the switch cannot hold.
      throw notKept(String.valueOf(e.getMessage()), e.code());
    }
    return updates;
  }

  /** Entries that both programs bring and that a controller has removed stay removed. */
  private static List<Update> removals(InstalledPipeline old, InstalledPipeline next) {
    List<Update> updates = new ArrayList<>();
    TableReader reader = new TableReader(new ReadContext(next, RoleRights.FULL, _ -> {}));
    for (TableInfo table : old.info().tables()) {
      next.info()
          .tables()
          .find(table.id())
          .filter(same -> same.name().equals(table.name()))
          .ifPresent(same ->
              next.store()
                  .entries(same)
                  .forEach((key, entry) -> {
                    if (old.store().initial(table.name()).contains(key)
                        && !old.store().entries(table).containsKey(key)) {
                      add(
                          updates,
                          Update.Type.DELETE,
                          next.translation()
                              .toController(
                                  entity().setTableEntry(reader.key(same, entry)).build()));
                    }
                  }));
    }
    return updates;
  }

  /** Reads of all that controllers can have written. */
  static List<Entity> requests(InstalledPipeline old) {
    List<Entity> requests = new ArrayList<>();
    requests.add(entity().setActionProfileMember(ActionProfileMember.newBuilder()).build());
    requests.add(entity().setActionProfileGroup(ActionProfileGroup.newBuilder()).build());
    for (TableInfo table : old.info().tables()) {
      requests.add(entity().setTableEntry(entries(table)).build());
      if (old.store().defaults().containsKey(table.name())) {
        requests.add(
            entity()
                .setTableEntry(
                    TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true))
                .build());
      }
    }
    requests.add(entity().setCounterEntry(CounterEntry.newBuilder()).build());
    requests.add(entity().setRegisterEntry(RegisterEntry.newBuilder()).build());
    requests.add(entity().setValueSetEntry(ValueSetEntry.newBuilder()).build());
    requests.add(entity().setDigestEntry(DigestEntry.newBuilder()).build());
    if (!old.store().meters().isEmpty()) {
      requests.add(entity().setMeterEntry(MeterEntry.newBuilder()).build());
    }
    requests.add(GROUPS);
    requests.add(SESSIONS);
    return requests;
  }

  private static TableEntry.Builder entries(TableInfo table) {
    TableEntry.Builder request = TableEntry.newBuilder().setTableId(table.id());
    if (table.perEntry().counter().isPresent()) {
      request.setCounterData(CounterData.newBuilder());
    }
    if (table.perEntry().meter().isPresent()) {
      request.setMeterConfig(MeterConfig.newBuilder());
    }
    return request;
  }

  private static void add(List<Update> updates, Entity found, InstalledPipeline next) {
    P4InfoIndex info = next.info();
    switch (found.getEntityCase()) {
      case TABLE_ENTRY -> {
        TableEntry entry = found.getTableEntry();
        if (!entry.getIsConst()) {
          add(updates, entry.getIsDefaultAction() ? Update.Type.MODIFY : Update.Type.INSERT, found);
        }
      }
      case COUNTER_ENTRY ->
          modify(updates, found, info.counters(), found.getCounterEntry().getCounterId());
      case REGISTER_ENTRY ->
          modify(updates, found, info.registers(), found.getRegisterEntry().getRegisterId());
      case METER_ENTRY -> modify(updates, found, info.meters(), found.getMeterEntry().getMeterId());
      case VALUE_SET_ENTRY ->
          modify(updates, found, info.valueSets(), found.getValueSetEntry().getValueSetId());
      default -> add(updates, Update.Type.INSERT, found);
    }
  }

  /** Adds what is always there, where the new program has it. */
  private static void modify(List<Update> updates, Entity found, P4Objects<?> there, int id) {
    if (there.find(id).isPresent()) {
      add(updates, Update.Type.MODIFY, found);
    }
  }

  private static void add(List<Update> updates, Update.Type type, Entity entity) {
    updates.add(Update.newBuilder().setType(type).setEntity(entity).build());
  }

  private List<Outcome> write(InstalledPipeline next, List<Update> updates) {
    return new WriteBatch(next, ports, RoleRights.FULL, false)
        .run(updates, Atomicity.CONTINUE_ON_ERROR);
  }

  /** An entry that the new program brings with it too. */
  private static boolean alreadyThere(Outcome outcome) {
    return outcome instanceof Outcome.Refused(var code, var _)
        && code == Status.Code.ALREADY_EXISTS;
  }

  private static void requireDone(Outcome outcome) {
    if (outcome instanceof Outcome.Refused(var code, var message)) {
      throw notKept(message, code);
    }
  }

  private static Refusal notKept(String message, Status.Code code) {
    return Refusal.invalid("the forwarding state cannot be kept: %s (%s)".formatted(message, code));
  }

  private static Entity replication(PacketReplicationEngineEntry.Builder entry) {
    return entity().setPacketReplicationEngineEntry(entry).build();
  }

  private static Entity.Builder entity() {
    return Entity.newBuilder();
  }
}
