package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo.ParamInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.p4.info.P4Objects;
import org.p4.config.v1.P4DataTypeSpec;
import org.p4.config.v1.P4StructTypeSpec;
import org.p4.v1.Action;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.P4Data;
import org.p4.v1.P4StructLike;
import org.p4.v1.PacketMetadata;
import org.p4.v1.RegisterEntry;
import org.p4.v1.TableEntry;
import org.p4.v1.ValueSetEntry;

/**
 * Finds every value of a string-translated type in the messages of one program and puts another in
 * its place. What is malformed stays as it is, for those to refuse who understand it.
 *
 * @param types the names of each type that strings stand for
 * @param ports the names of ports, where strings stand for them: replicas and watched ports are
 *     ports by definition of the protocol
 */
record SdnFields(P4InfoIndex info, Map<String, SdnNames> types, Optional<SdnNames> ports) {
  private static final Set<String> PORTS = Set.of("port", "watch_port");
  private static final Map<String, String> PORT_OWNERS =
      Map.of(
          "ActionProfileGroup", "group",
          "ActionProfileActionSet", "action set",
          "MulticastGroupEntry", "multicast group",
          "CloneSessionEntry", "clone session");

  /** The translation of one value. */
  @FunctionalInterface
  interface Replacement {
    ByteString of(SdnNames names, Place place, ByteString value);
  }

  Entity replace(Entity entity, Replacement by) {
    return (Entity) replaced("", entity, by).build();
  }

  /** Replaces the values of a message and of all in it; {@code owner} has its ports. */
  private Message.Builder replaced(String owner, Message message, Replacement by) {
    Message.Builder made = message.toBuilder();
    String inside = PORT_OWNERS.getOrDefault(message.getDescriptorForType().getName(), owner);
    message
        .getAllFields()
        .forEach((field, value) -> {
          if (value instanceof Message part) {
            made.setField(field, replaced(inside, part, by).build());
          } else if (value instanceof List<?> parts && parts.getFirst() instanceof Message) {
            made.setField(
                field, parts.stream().map(p -> replaced(inside, (Message) p, by).build()).toList());
          } else if (value instanceof ByteString port
              && PORTS.contains(field.getName())
              && !port.isEmpty()) {
            made.setField(field, port(inside, port, by));
          }
        });
    switch (made) {
      case TableEntry.Builder entry ->
          info.tables()
              .find(entry.getTableId())
              .ifPresent(table ->
                  replace(
                      TableEntryWriter.owner(table),
                      table.matchFields(),
                      entry.getMatchBuilderList(),
                      by));
      case Action.Builder action -> replace(action, by);
      case ValueSetEntry.Builder entry ->
          info.valueSets()
              .find(entry.getValueSetId())
              .ifPresent(set ->
                  entry
                      .getMembersBuilderList()
                      .forEach(member ->
                          replace(
                              ValueSets.owner(set),
                              set.matchFields(),
                              member.getMatchBuilderList(),
                              by)));
      case RegisterEntry.Builder entry when entry.hasData() ->
          info.registers()
              .find(entry.getRegisterId())
              .ifPresent(register -> {
                Place place = new Place("register '" + register.name() + "'", "cell", "data");
                entry.setData(data(place, register.type(), entry.getData(), by));
              });
      default -> {}
    }
    return made;
  }

  void replace(
      Optional<P4InfoIndex.ControllerHeaderInfo> header,
      List<PacketMetadata.Builder> values,
      Replacement by) {
    for (PacketMetadata.Builder metadata : values) {
      header
          .flatMap(declared -> declared.metadata().find(metadata.getMetadataId()))
          .ifPresent(field ->
              names(field.typeName())
                  .ifPresent(names ->
                      metadata.setValue(
                          by.of(
                              names,
                              new Place(header.get().name(), "metadata", field.name()),
                              metadata.getValue()))));
    }
  }

  P4Data data(Place place, P4DataTypeSpec type, P4Data data, Replacement by) {
    return switch (type.getTypeSpecCase()) {
      case NEW_TYPE ->
          data.hasBitstring()
              ? names(Optional.of(type.getNewType().getName()))
                  .map(names ->
                      P4Data.newBuilder()
                          .setBitstring(by.of(names, place, data.getBitstring()))
                          .build())
                  .orElse(data)
              : data;
      case STRUCT ->
          data.hasStruct()
              ? P4Data.newBuilder()
                  .setStruct(
                      members(
                          place,
                          Optional.ofNullable(
                                  info.message()
                                      .getTypeInfo()
                                      .getStructsMap()
                                      .get(type.getStruct().getName()))
                              .stream()
                              .flatMap(struct -> struct.getMembersList().stream())
                              .map(P4StructTypeSpec.Member::getTypeSpec)
                              .toList(),
                          data.getStruct(),
                          by))
                  .build()
              : data;
      case TUPLE ->
          data.hasTuple()
              ? P4Data.newBuilder()
                  .setTuple(members(place, type.getTuple().getMembersList(), data.getTuple(), by))
                  .build()
              : data;
      default -> data;
    };
  }

  private P4StructLike members(
      Place place, List<P4DataTypeSpec> types, P4StructLike data, Replacement by) {
    if (types.size() != data.getMembersCount()) {
      return data;
    }
    P4StructLike.Builder to = P4StructLike.newBuilder();
    for (int i = 0; i < types.size(); i++) {
      to.addMembers(data(place, types.get(i), data.getMembers(i), by));
    }
    return to.build();
  }

  private void replace(Action.Builder action, Replacement by) {
    info.actions()
        .find(action.getActionId())
        .ifPresent(declared -> {
          for (Action.Param.Builder param : action.getParamsBuilderList()) {
            Optional<ParamInfo> to = declared.params().find(param.getParamId());
            to.flatMap(p -> names(p.typeName()))
                .ifPresent(names ->
                    param.setValue(
                        by.of(
                            names,
                            new Place(
                                "action '" + declared.name() + "'", "parameter", to.get().name()),
                            param.getValue())));
          }
        });
  }

  private void replace(
      String owner,
      P4Objects<MatchFieldInfo> fields,
      List<FieldMatch.Builder> matches,
      Replacement by) {
    for (FieldMatch.Builder match : matches) {
      Optional<MatchFieldInfo> field = fields.find(match.getFieldId());
      field
          .flatMap(f -> names(f.typeName()))
          .ifPresent(
              names -> replace(new Place(owner, "field", field.get().name()), names, match, by));
    }
  }

  private static void replace(
      Place place, SdnNames names, FieldMatch.Builder match, Replacement by) {
    switch (match.getFieldMatchTypeCase()) {
      case EXACT ->
          match.getExactBuilder().setValue(by.of(names, place, match.getExact().getValue()));
      case OPTIONAL ->
          match.getOptionalBuilder().setValue(by.of(names, place, match.getOptional().getValue()));
      case LPM, TERNARY, RANGE ->
          throw Refusal.unimplemented(
              place + " is translated to strings, which have no prefixes, masks or ranges");
      case OTHER, FIELDMATCHTYPE_NOT_SET -> {
        // Refused by who reads the match.
      }
    }
  }

  private ByteString port(String owner, ByteString value, Replacement by) {
    return ports
        .map(names -> by.of(names, new Place(owner, "replica", "port"), value))
        .orElse(value);
  }

  private Optional<SdnNames> names(Optional<String> type) {
    return type.flatMap(name -> Optional.ofNullable(types.get(name)));
  }
}
