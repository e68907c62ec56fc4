package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.CounterEntry;
import org.p4.v1.DigestEntry;
import org.p4.v1.Entity;
import org.p4.v1.Index;
import org.p4.v1.MeterConfig;
import org.p4.v1.MeterEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.RegisterEntry;
import org.p4.v1.ValueSetEntry;
import org.p4.v1.ValueSetMember;

/** Answers one request of a read: an entity whose unset parts are wildcards (section 12). */
record EntityReader(EntityReader.ReadContext context) {
  void read(Entity request) {
    context.pipeline().translation().wanted(request).ifPresent(this::readWanted);
  }

  private void readWanted(Entity request) {
    switch (request.getEntityCase()) {
      case TABLE_ENTRY -> new TableReader(context).read(request.getTableEntry());
      case DIRECT_COUNTER_ENTRY ->
          new TableReader.DirectReader(context).counters(request.getDirectCounterEntry());
      case DIRECT_METER_ENTRY ->
          new TableReader.DirectReader(context).meters(request.getDirectMeterEntry());
      case ACTION_PROFILE_MEMBER -> members(request.getActionProfileMember());
      case ACTION_PROFILE_GROUP -> groups(request.getActionProfileGroup());
      case COUNTER_ENTRY -> counters(request.getCounterEntry());
      case METER_ENTRY -> meters(request.getMeterEntry());
      case REGISTER_ENTRY -> registers(request.getRegisterEntry());
      case PACKET_REPLICATION_ENGINE_ENTRY ->
          replication(request.getPacketReplicationEngineEntry());
      case VALUE_SET_ENTRY -> valueSets(request.getValueSetEntry());
      case DIGEST_ENTRY -> digests(request.getDigestEntry());
      case EXTERN_ENTRY -> {
        if (request.getExternEntry().getExternTypeId() != 0) {
          throw Refusal.unimplemented(
              "extern type %s: v1model has no externs that P4Runtime reads as extern_entry"
                  .formatted(Values.id(request.getExternEntry().getExternTypeId())));
        }
      }
      case ENTITY_NOT_SET ->
          throw Refusal.invalid("the request has no entity; set the one to be read");
    }
  }

  private void members(ActionProfileMember request) {
    requireParent(
        request.getActionProfileId(), request.getMemberId(), "action_profile_id", "member_id");
    for (ActionProfileInfo profile : profiles(request.getActionProfileId())) {
      each(
          context.store().profile(profile).members(),
          request.getMemberId(),
          (id, call) ->
              Entity.newBuilder()
                  .setActionProfileMember(
                      ActionProfileMember.newBuilder()
                          .setActionProfileId(profile.id())
                          .setMemberId(id)
                          .setAction(ActionCalls.encode(call, context.info()))));
    }
  }

  private void groups(ActionProfileGroup request) {
    requireParent(
        request.getActionProfileId(), request.getGroupId(), "action_profile_id", "group_id");
    for (ActionProfileInfo profile : profiles(request.getActionProfileId())) {
      each(
          context.store().profile(profile).groups(),
          request.getGroupId(),
          (_, group) -> Entity.newBuilder().setActionProfileGroup(group));
    }
  }

  private List<ActionProfileInfo> profiles(int id) {
    return context.selected(context.info().actionProfiles(), "action profile", id);
  }

  /** Emits the entry of this id, or all where it is 0. */
  private <V> void each(
      Map<Integer, V> entries, int wanted, BiFunction<Integer, V, Entity.Builder> message) {
    entries.forEach((id, entry) -> {
      if (wanted == 0 || wanted == id) {
        context.emit(message.apply(id, entry));
      }
    });
  }

  private void counters(CounterEntry request) {
    requireParent(request.getCounterId(), request.hasIndex() ? 1 : 0, "counter_id", "index");
    for (P4InfoIndex.CounterInfo counter :
        context.selected(context.info().counters(), "counter", request.getCounterId())) {
      if (counter.directTableId().isPresent()) {
        if (request.getCounterId() != 0) {
          Counters.requireIndirect(counter);
        }
        continue;
      }
      for (int index :
          indices("counter", counter, counter.size(), request.hasIndex(), request.getIndex())) {
        context.emit(
            Entity.newBuilder()
                .setCounterEntry(
                    P4Entity.counterCell(counter.id(), index)
                        .setData(
                            Counters.message(context.control().counter(counter.name(), index)))));
      }
    }
  }

  private void meters(MeterEntry request) {
    requireParent(request.getMeterId(), request.hasIndex() ? 1 : 0, "meter_id", "index");
    if (request.hasCounterData()) {
      throw Meters.noColourCounters();
    }
    for (P4InfoIndex.MeterInfo meter :
        context.selected(context.info().meters(), "meter", request.getMeterId())) {
      if (meter.directTableId().isPresent()) {
        if (request.getMeterId() != 0) {
          throw Refusal.invalid(
              "meter '%s' is direct; use direct_meter_entry".formatted(meter.name()));
        }
        continue;
      }
      for (int index :
          indices("meter", meter, meter.size(), request.hasIndex(), request.getIndex())) {
        MeterEntry.Builder entry = P4Entity.meterCell(meter.id(), index);
        Map<EntityStore.MeterCell, MeterConfig> configs = context.store().meters();
        EntityStore.MeterCell cell = new EntityStore.MeterCell(meter.name(), index);
        if (configs.containsKey(cell)) {
          entry.setConfig(configs.get(cell));
        }
        context.emit(Entity.newBuilder().setMeterEntry(entry));
      }
    }
  }

  private void registers(RegisterEntry request) {
    requireParent(request.getRegisterId(), request.hasIndex() ? 1 : 0, "register_id", "index");
    P4DataValues values = P4DataValues.of(context.info());
    for (P4InfoIndex.RegisterInfo register :
        context.selected(context.info().registers(), "register", request.getRegisterId())) {
      Place place = new Place("register '" + register.name() + "'", "cell", "data");
      for (int index :
          indices("register", register, register.size(), request.hasIndex(), request.getIndex())) {
        Bits cell = context.control().register(register.name(), index);
        context.emit(
            Entity.newBuilder()
                .setRegisterEntry(
                    P4Entity.registerCell(register.id(), index)
                        .setData(values.encode(place, register.type(), List.of(cell)))));
      }
    }
  }

  private void replication(PacketReplicationEngineEntry request) {
    switch (request.getTypeCase()) {
      case MULTICAST_GROUP_ENTRY -> {
        if (context.rights().owns(RoleRights.MULTICAST_GROUPS)) {
          each(
              context.store().multicastGroups(),
              request.getMulticastGroupEntry().getMulticastGroupId(),
              (_, group) ->
                  entity(PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(group)));
        }
      }
      case CLONE_SESSION_ENTRY -> {
        if (context.rights().owns(RoleRights.CLONE_SESSIONS)) {
          each(
              context.store().cloneSessions(),
              request.getCloneSessionEntry().getSessionId(),
              (_, session) ->
                  entity(PacketReplicationEngineEntry.newBuilder().setCloneSessionEntry(session)));
        }
      }
      case TYPE_NOT_SET ->
          throw Refusal.invalid(
              "an empty packet_replication_engine_entry; accepted are multicast_group_entry and"
                  + " clone_session_entry");
    }
  }

  private static Entity.Builder entity(PacketReplicationEngineEntry.Builder entry) {
    return Entity.newBuilder().setPacketReplicationEngineEntry(entry);
  }

  private void valueSets(ValueSetEntry request) {
    for (P4InfoIndex.ValueSetInfo set :
        context.selected(context.info().valueSets(), "value set", request.getValueSetId())) {
      MatchKeys keys = new MatchKeys(ValueSets.owner(set), set.matchFields());
      ValueSetEntry.Builder entry = ValueSetEntry.newBuilder().setValueSetId(set.id());
      for (List<MatchValue> member : context.control().valueSet(set.name())) {
        entry.addMembers(ValueSetMember.newBuilder().addAllMatch(keys.encode(member)));
      }
      context.emit(Entity.newBuilder().setValueSetEntry(entry));
    }
  }

  private void digests(DigestEntry request) {
    Map<Integer, DigestEntry.Config> configs = context.store().digests();
    for (P4InfoIndex.DigestInfo digest :
        context.selected(context.info().digests(), "digest", request.getDigestId())) {
      if (configs.containsKey(digest.id())) {
        context.emit(
            Entity.newBuilder()
                .setDigestEntry(
                    DigestEntry.newBuilder()
                        .setDigestId(digest.id())
                        .setConfig(configs.get(digest.id()))));
      }
    }
  }

  private static List<Integer> indices(
      String kind, P4InfoIndex.P4Object object, long size, boolean given, Index index) {
    return Counters.indices(kind + " '" + object.name() + "'", size, given, index);
  }

  /** A part of all objects cannot be asked for. */
  private static void requireParent(int id, int part, String idField, String partField) {
    if (id == 0 && part != 0) {
      throw Refusal.invalid(
          "%s is set but %s is 0, which reads all; set both or neither"
              .formatted(partField, idField));
    }
  }

  /**
   * The things that one request of a read works on.
   *
   * @param rights of the role that filters the read
   * @param out takes what was found
   */
  record ReadContext(InstalledPipeline pipeline, RoleRights rights, Consumer<Entity> out) {
    P4InfoIndex info() {
      return pipeline.info();
    }

    EntityStore store() {
      return pipeline.store();
    }

    PipelineControl control() {
      return pipeline.device().control();
    }

    void emit(Entity.Builder entity) {
      out.accept(pipeline.translation().toController(entity.build()));
    }

    /** The object of this id, or all where it is 0; those of other roles are left out. */
    <T extends P4InfoIndex.P4Object> List<T> selected(P4Objects<T> objects, String kind, int id) {
      List<T> chosen = id == 0 ? objects.all() : List.of(Lookup.require(objects, kind, id));
      return chosen.stream().filter(object -> rights.owns(object.name())).toList();
    }
  }
}
