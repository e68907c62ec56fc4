package io.smartt.emulation.softswitch.p4runtime;

import org.p4.v1.Entity;
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
}
