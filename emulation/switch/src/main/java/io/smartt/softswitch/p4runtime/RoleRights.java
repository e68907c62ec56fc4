package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;

/**
 * The rights of a role (P4Runtime section 5.2). The scheme that server and controllers agree on:
 * {@code role.config} holds a {@code google.protobuf.Struct} with {@code entities}, a list of the
 * full P4 names that the role owns ({@code multicast_groups} and {@code clone_sessions} stand for
 * the replication engine), and {@code packet_in} and {@code packet_out}, true unless given. No
 * config means full access.
 *
 * @param entities what the role owns; empty: everything
 */
record RoleRights(Optional<Set<String>> entities, boolean packetIn, boolean packetOut) {
  static final String MULTICAST_GROUPS = "multicast_groups";
  static final String CLONE_SESSIONS = "clone_sessions";
  static final RoleRights FULL = new RoleRights(Optional.empty(), true, true);

  private static final String ENTITIES = "entities";
  private static final String PACKET_IN = "packet_in";
  private static final String PACKET_OUT = "packet_out";
  private static final Set<String> KEYS = Set.of(ENTITIES, PACKET_IN, PACKET_OUT);

  /** Reads a config; INVALID_ARGUMENT where it is not in the scheme. */
  static RoleRights of(Optional<Any> config) {
    return config.map(RoleRights::of).orElse(FULL);
  }

  boolean owns(String entity) {
    return entities.map(names -> names.contains(entity)).orElse(true);
  }

  private static RoleRights of(Any config) {
    Struct struct;
    try {
      struct = config.unpack(Struct.class);
    } catch (InvalidProtocolBufferException e) {
      throw Refusal.invalid(
          "role.config of type '%s' is not understood; accepted is a google.protobuf.Struct with %s, %s and %s"
              .formatted(config.getTypeUrl(), ENTITIES, PACKET_IN, PACKET_OUT));
    }
    for (String key : struct.getFieldsMap().keySet()) {
      if (!KEYS.contains(key)) {
        throw Refusal.invalid(
            "role.config has key '%s'; accepted are %s, %s and %s"
                .formatted(key, ENTITIES, PACKET_IN, PACKET_OUT));
      }
    }
    return new RoleRights(names(struct), flag(struct, PACKET_IN), flag(struct, PACKET_OUT));
  }

  private static Optional<Set<String>> names(Struct struct) {
    if (!struct.containsFields(ENTITIES)) {
      return Optional.empty();
    }
    Set<String> names = new HashSet<>();
    Value value = struct.getFieldsOrThrow(ENTITIES);
    for (Value name : value.getListValue().getValuesList()) {
      if (!name.hasStringValue()) {
        throw Refusal.invalid("role.config: entities must be P4 names");
      }
      names.add(name.getStringValue());
    }
    if (!value.hasListValue()) {
      throw Refusal.invalid("role.config: entities must be a list of P4 names");
    }
    return Optional.of(Set.copyOf(names));
  }

  private static boolean flag(Struct struct, String key) {
    if (!struct.containsFields(key)) {
      return true;
    }
    Value value = struct.getFieldsOrThrow(key);
    if (!value.hasBoolValue()) {
      throw Refusal.invalid("role.config: " + key + " must be true or false");
    }
    return value.getBoolValue();
  }
}
