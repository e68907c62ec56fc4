package io.smartt.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex.DigestInfo;
import io.smartt.p4.info.P4InfoIndex.RegisterInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.Change;
import java.util.Map;
import org.p4.v1.DigestEntry;
import org.p4.v1.Entity;
import org.p4.v1.RegisterEntry;
import org.p4.v1.Update;

/** Gives an update to the translator of its entity. */
final class EntityWriter {
  private EntityWriter() {}

  static void write(WriteContext context, Update update) {
    Update.Type type = update.getType();
    if (type == Update.Type.UNSPECIFIED || type == Update.Type.UNRECOGNIZED) {
      throw noType();
    }
    Entity entity = update.getEntity();
    switch (entity.getEntityCase()) {
      case TABLE_ENTRY -> new TableEntryWriter(context).write(type, entity.getTableEntry());
      case ACTION_PROFILE_MEMBER ->
          new ActionProfiles(context).write(type, entity.getActionProfileMember());
      case ACTION_PROFILE_GROUP ->
          new SelectorGroups(context).write(type, entity.getActionProfileGroup());
      case COUNTER_ENTRY -> new Counters(context).write(type, entity.getCounterEntry());
      case DIRECT_COUNTER_ENTRY ->
          new DirectResources(context).write(type, entity.getDirectCounterEntry());
      case METER_ENTRY -> new Meters(context).write(type, entity.getMeterEntry());
      case DIRECT_METER_ENTRY ->
          new DirectResources(context).write(type, entity.getDirectMeterEntry());
      case REGISTER_ENTRY -> new Registers(context).write(type, entity.getRegisterEntry());
      case PACKET_REPLICATION_ENGINE_ENTRY ->
          new ReplicationWriter(context).write(type, entity.getPacketReplicationEngineEntry());
      case VALUE_SET_ENTRY -> new ValueSets(context).write(type, entity.getValueSetEntry());
      case DIGEST_ENTRY -> new DigestConfigs(context).write(type, entity.getDigestEntry());
      case EXTERN_ENTRY ->
          throw Refusal.unimplemented(
              "extern type %s: v1model has no externs that P4Runtime writes as extern_entry"
                  .formatted(Values.id(entity.getExternEntry().getExternTypeId())));
      case ENTITY_NOT_SET -> throw Refusal.invalid("the update has no entity");
    }
  }

  static Refusal noType() {
    return Refusal.invalid("the update has no type; accepted are INSERT, MODIFY and DELETE");
  }

  /** Writes which digests are sent and how they are bundled (P4Runtime section 9.8). */
  private record DigestConfigs(WriteContext context) {
    void write(Update.Type type, DigestEntry message) {
      DigestInfo digest = context.owned(context.info().digests(), "digest", message.getDigestId());
      String owner = "digest '" + digest.name() + "'";
      Map<Integer, DigestEntry.Config> configs = context.store().digests();
      boolean exists = configs.containsKey(digest.id());
      if (type == Update.Type.INSERT && exists) {
        throw Refusal.exists(owner + " is already sent");
      }
      if (type != Update.Type.INSERT && !exists) {
        throw Refusal.notFound(owner + " is not sent; INSERT it first");
      }
      if (type == Update.Type.DELETE) {
        context.journal().remove(configs, digest.id());
        return;
      }
      DigestEntry.Config config = message.getConfig();
      if (config.getMaxTimeoutNs() < 0
          || config.getMaxListSize() < 0
          || config.getAckTimeoutNs() < 0) {
        throw Refusal.invalid(owner + ": timeouts and list size must be 0 or more");
      }
      context.journal().put(configs, digest.id(), config);
    }
  }

  /** Registers (P4Runtime section 9.7). */
  private record Registers(WriteContext context) {
    void write(Update.Type type, RegisterEntry message) {
      Refusal.requireModify(type, "a register");
      RegisterInfo register =
          context.owned(context.info().registers(), "register", message.getRegisterId());
      String owner = "register '" + register.name() + "'";
      if (!message.hasData()) {
        throw Refusal.invalid(owner + ": there is no data to write");
      }
      Bits value =
          P4DataValues.of(context.info())
              .decode(new Place(owner, "cell", "data"), register.type(), message.getData());
      for (int index :
          Counters.indices(owner, register.size(), message.hasIndex(), message.getIndex())) {
        context.effects().change(new Change.WriteRegister(register.name(), index, value));
      }
    }
  }
}
