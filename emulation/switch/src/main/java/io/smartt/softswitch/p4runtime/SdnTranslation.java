package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.softswitch.p4runtime.SdnNames.AssignedNames;
import org.p4.config.v1.ControllerPacketMetadata;
import org.p4.config.v1.MatchField;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.P4NewTypeSpec;
import org.p4.config.v1.Table;
import org.p4.v1.DigestList;
import org.p4.v1.Entity;
import org.p4.v1.PacketIn;
import org.p4.v1.PacketOut;
import org.p4.v1.Update;

/**
 * Stands between controllers that name values by strings ({@code p4runtime_translation} with {@code
 * string}) and the data plane, which has numbers. All else of the server works with the numbers.
 * The specification leaves the mapping to the switch; ports have the names of {@link
 * SdnNames.PortNames}, all other types those of {@link AssignedNames}.
 *
 * <p>A type is one of ports if a field of the standard metadata that holds a port is matched as it,
 * if packet-in or packet-out has an {@code ingress_port} or {@code egress_port} of it, or if it is
 * called as SAI P4 calls it (sonic-pins, p4rt_app/p4runtime/ir_translation.cc, IsPortType).
 */
final class SdnTranslation {
  private static final Set<String> PORT_FIELDS =
      Set.of("ingress_port", "egress_port", "egress_spec");
  private static final Set<String> PORT_TYPES = Set.of("port_id_t", "PortId_t");
  private static final String MAPPINGS = "@p4runtime_translation_mappings";

  /** Groups that keep what they have: others recurse for each letter. */
  private static final Pattern MAPPING =
      Pattern.compile(
          "\\{\\s*\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"\\s*,\\s*(0[xX][0-9a-fA-F]+|[0-9]+)\\s*}");

  private static final String SUBMIT = "submit_to_ingress";

  private final SdnFields fields;
  private final List<AssignedNames> assigned;

  private SdnTranslation(SdnFields fields) {
    this.fields = fields;
    this.assigned =
        fields.types().values().stream()
            .filter(AssignedNames.class::isInstance)
            .map(AssignedNames.class::cast)
            .toList();
  }

  /**
   * The translation of one program.
   *
   * @param written the P4Info of the controller
   * @param info the same with widths of the data plane
   * @param portNames what the switch calls its ports, by number
   */
  static SdnTranslation of(
      P4Info written,
      P4InfoIndex info,
      Optional<Bmv2Config> config,
      Map<Integer, String> portNames) {
    Map<String, SdnNames> types = new HashMap<>();
    Set<String> portTypes = config.map(json -> portTypes(written, json)).orElseGet(Set::of);
    Optional<SdnNames> ports = Optional.empty();
    for (Map.Entry<String, P4NewTypeSpec> type :
        written.getTypeInfo().getNewTypesMap().entrySet()) {
      if (type.getValue().getTranslatedType().hasSdnString()) {
        int width =
            info.message()
                .getTypeInfo()
                .getNewTypesOrThrow(type.getKey())
                .getTranslatedType()
                .getSdnBitwidth();
        Map<ByteString, BigInteger> mappings = mappings(type.getValue());
        if (portTypes.contains(type.getKey())) {
          portNames.forEach((number, name) ->
              mappings.put(ByteString.copyFromUtf8(name), BigInteger.valueOf(number)));
          SdnNames names = new SdnNames.PortNames(width, mappings);
          types.put(type.getKey(), names);
          ports = Optional.of(names);
        } else {
          types.put(type.getKey(), new AssignedNames(type.getKey(), width, mappings));
        }
      }
    }
    return new SdnTranslation(new SdnFields(info, Map.copyOf(types), ports));
  }

  /** Returns whether there is nothing to translate. */
  boolean isIdentity() {
    return fields.types().isEmpty();
  }

  /** A write for the data plane; new names get values, but not by a delete. */
  Update toDataPlane(Update update) {
    if (isIdentity()) {
      return update;
    }
    SdnFields.Replacement by =
        update.getType() == Update.Type.DELETE
            ? (names, place, value) -> P4Bytes.encode(names.find(place, value))
            : (names, place, value) -> P4Bytes.encode(names.assign(place, value));
    return update.toBuilder().setEntity(fields.replace(update.getEntity(), by)).build();
  }

  /** The request of a read for the data plane; empty where it has a name that nothing has. */
  Optional<Entity> wanted(Entity request) {
    if (isIdentity()) {
      return Optional.of(request);
    }
    try {
      return Optional.of(
          fields.replace(
              request, (names, place, value) -> P4Bytes.encode(names.find(place, value))));
    } catch (Refusal refusal) {
      if (refusal.code() == Status.Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw refusal;
    }
  }

  /** Returns what the switch keeps, for a controller. */
  Entity toController(Entity entity) {
    return isIdentity()
        ? entity
        : fields.replace(
            entity,
            (names, _, value) -> {
              BigInteger number = number(value);
              if (names instanceof AssignedNames some) {
                some.keep(number);
              }
              return names.name(number);
            });
  }

  PacketIn toController(PacketIn packet) {
    if (isIdentity()) {
      return packet;
    }
    PacketIn.Builder to = packet.toBuilder();
    fields.replace(
        header(ControllerPackets.PACKET_IN),
        to.getMetadataBuilderList(),
        (names, _, value) -> names.name(number(value)));
    return to.build();
  }

  DigestList.Builder toController(P4InfoIndex.DigestInfo digest, DigestList.Builder list) {
    if (!isIdentity()) {
      Place place = new Place("digest '" + digest.name() + "'", "message", "data");
      for (int i = 0; i < list.getDataCount(); i++) {
        list.setData(
            i,
            fields.data(
                place,
                digest.type(),
                list.getData(i),
                (names, _, value) -> names.name(number(value))));
      }
    }
    return list;
  }

  /**
   * A packet for the data plane. PINS takes no notice of the port of a packet that goes to ingress,
   * and its clients put anything there (sonic-pins, tests/forwarding/util.cc).
   */
  PacketOut toDataPlane(PacketOut packet) {
    if (isIdentity()) {
      return packet;
    }
    Optional<P4InfoIndex.ControllerHeaderInfo> header = header(ControllerPackets.PACKET_OUT);
    boolean toIngress =
        header.flatMap(declared -> declared.metadata().find(SUBMIT)).stream()
            .anyMatch(submit ->
                packet.getMetadataList().stream()
                    .anyMatch(metadata ->
                        metadata.getMetadataId() == submit.id()
                            && number(metadata.getValue()).signum() != 0));
    PacketOut.Builder to = packet.toBuilder();
    fields.replace(
        header,
        to.getMetadataBuilderList(),
        (names, place, value) -> P4Bytes.encode(value(names, place, value, toIngress)));
    return to.build();
  }

  private static BigInteger value(SdnNames names, Place place, ByteString name, boolean anything) {
    try {
      return names.find(place, name);
    } catch (Refusal refusal) {
      if (anything) {
        return BigInteger.ZERO;
      }
      throw Refusal.invalid(String.valueOf(refusal.getMessage()));
    }
  }

  /**
   * Takes the values of names that no entry has any more, where so many updates may need them. Not
   * in the midst of a batch, which may yet be taken back.
   */
  void sweep(InstalledPipeline pipeline, int updates) {
    if (assigned.stream().noneMatch(names -> names.wantsSweep(updates))) {
      return;
    }
    Map<SdnNames, Set<ByteString>> used = new HashMap<>();
    EntityReader reader =
        new EntityReader(
            new EntityReader.ReadContext(
                pipeline,
                RoleRights.FULL,
                entity ->
                    fields.replace(
                        entity,
                        (names, _, name) -> {
                          used.computeIfAbsent(names, _ -> new HashSet<>()).add(name);
                          return name;
                        })));
    PipelineCarryOver.requests(pipeline).forEach(reader::read);
    for (AssignedNames names : assigned) {
      names.retain(Optional.ofNullable(used.get(names)).orElseGet(Set::of));
    }
  }

  private Optional<P4InfoIndex.ControllerHeaderInfo> header(String name) {
    return fields.info().controllerHeaders().find(name);
  }

  private static BigInteger number(ByteString value) {
    return new BigInteger(1, value.toByteArray());
  }

  private static Set<String> portTypes(P4Info info, Bmv2Config config) {
    Set<String> types = new HashSet<>(PORT_TYPES);
    for (ControllerPacketMetadata header : info.getControllerPacketMetadataList()) {
      header.getMetadataList().stream()
          .filter(field -> PORT_FIELDS.contains(field.getName()))
          .forEach(field -> types.add(field.getTypeName().getName()));
    }
    Map<String, TableDefinition> tables = new HashMap<>();
    config
        .pipelines()
        .forEach(pipeline -> pipeline.tables().forEach(table -> tables.put(table.name(), table)));
    for (Table table : info.getTablesList()) {
      Optional.ofNullable(tables.get(table.getPreamble().getName()))
          .filter(found -> found.key().size() == table.getMatchFieldsCount())
          .ifPresent(found -> {
            for (int i = 0; i < found.key().size(); i++) {
              MatchField field = table.getMatchFields(i);
              if (found.key().get(i).target() instanceof Value.Field(String header, String name)
                  && header.equals("standard_metadata")
                  && PORT_FIELDS.contains(name)) {
                types.add(field.getTypeName().getName());
              }
            }
          });
    }
    return types;
  }

  private static Map<ByteString, BigInteger> mappings(P4NewTypeSpec type) {
    Map<ByteString, BigInteger> mappings = new HashMap<>();
    for (String annotation : type.getAnnotationsList()) {
      if (annotation.startsWith(MAPPINGS)) {
        Matcher matcher = MAPPING.matcher(annotation);
        while (matcher.find()) {
          mappings.put(
              ByteString.copyFromUtf8(matcher.group(1).translateEscapes()),
              new BigInteger(
                  matcher.group(2).replaceFirst("0[xX]", ""),
                  matcher.group(2).startsWith("0x") || matcher.group(2).startsWith("0X")
                      ? 16
                      : 10));
        }
      }
    }
    return mappings;
  }
}
