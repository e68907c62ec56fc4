package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.NOTHING;
import static io.smartt.switchd.thrift.ThriftMethod.standard;
import static io.smartt.switchd.thrift.ThriftValue.i32;

import module java.base;

import io.grpc.Status;
import io.smartt.softswitch.p4runtime.LocalController;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * The services {@code standard}, {@code simple_switch}, {@code simple_pre} and {@code
 * simple_pre_lag} of one switch, by {@code service:method}.
 */
public final class ThriftServices {
  private static final int VALUE_SET_ERROR = 2;
  private static final int LEARN_ERROR = 3;
  private static final int WRONG_TYPE_OF_CALCULATION = 2;
  private static final int INVALID_RESOURCE_TYPE = 0;

  /**
   * The methods that this switch does not have over Thrift. Each answers the exception that its
   * method declares, which clients show and survive.
   */
  private static final Map<String, Integer> MISSING =
      Map.ofEntries(
          Map.entry("bm_parse_vset_add", VALUE_SET_ERROR),
          Map.entry("bm_parse_vset_remove", VALUE_SET_ERROR),
          Map.entry("bm_parse_vset_get", VALUE_SET_ERROR),
          Map.entry("bm_parse_vset_clear", VALUE_SET_ERROR),
          Map.entry("bm_learning_ack", LEARN_ERROR),
          Map.entry("bm_learning_ack_buffer", LEARN_ERROR),
          Map.entry("bm_learning_set_timeout", LEARN_ERROR),
          Map.entry("bm_learning_set_buffer_size", LEARN_ERROR),
          Map.entry("bm_set_crc16_custom_parameters", WRONG_TYPE_OF_CALCULATION),
          Map.entry("bm_set_crc32_custom_parameters", WRONG_TYPE_OF_CALCULATION),
          Map.entry("bm_set_toeplitz_hash_key", WRONG_TYPE_OF_CALCULATION),
          Map.entry("bm_get_id_from_name", INVALID_RESOURCE_TYPE));

  private final Map<String, ThriftMethod> methods = new TreeMap<>();
  private final SwitchCalls switchCalls;

  /**
   * The services of a switch.
   *
   * @param controller writes its program
   * @param clockPs time of the switch
   */
  public ThriftServices(
      LocalController controller, StandaloneSwitch device, LongSupplier clockPs, Clock clock) {
    Program program = new Program(controller);
    TableCalls tables = new TableCalls(program);
    tables.addTo(methods);
    new ArrayCalls(program, tables).addTo(methods);
    new ProfileCalls(program).addTo(methods);
    new MulticastCalls(program).addTo(methods);
    switchCalls = new SwitchCalls(program, device, clockPs, clock);
    switchCalls.addTo(methods);
    new MirroringCalls(program).addTo(methods);
    MISSING.forEach((name, code) ->
        methods.put(
            standard(name),
            _ -> {
              throw new ThriftMethod.ThriftFault(code, name + " is not there");
            }));
  }

  /** A program without P4Info as P4Runtime would have it: the P4Info is worked out of the JSON. */
  public static ForwardingPipelineConfig config(byte[] json) {
    return SwitchCalls.config(json);
  }

  /** Tells the services where they are served. */
  void listeningOn(int port) {
    switchCalls.listeningOn(port);
  }

  Map<String, ThriftMethod> methods() {
    return methods;
  }

  /**
   * Mirroring sessions of simple_switch.thrift, which are the clone sessions of P4Runtime. A
   * session refers to a multicast group, which may come later and change.
   */
  record MirroringCalls(Program program) {
    private static final int SESSION_NOT_FOUND = 1;

    void addTo(Map<String, ThriftMethod> methods) {
      methods.put("simple_switch:mirroring_session_add", this::add);
      methods.put("simple_switch:mirroring_session_delete", this::delete);
      methods.put("simple_switch:mirroring_session_get", this::get);
    }

    /** Adding a session again changes it, as in simple_switch. */
    private ThriftValue add(Arguments call) {
      int id = call.integer(1);
      Arguments config = call.struct(2);
      List<Replica> copies =
          config.has(1) ? List.of(MulticastCalls.replica(config.integer(1), 0)) : List.of();
      Status status = write(Update.Type.INSERT, id, copies);
      if (status.getCode() == Status.Code.ALREADY_EXISTS) {
        status = write(Update.Type.MODIFY, id, copies);
      }
      requireOk(status);
      program.controller().mirror(id, config.integer(2));
      return NOTHING;
    }

    private ThriftValue delete(Arguments call) {
      requireOk(write(Update.Type.DELETE, call.integer(1), List.of()));
      return NOTHING;
    }

    private ThriftValue get(Arguments call) {
      CloneSessionEntry session = session(call.integer(1));
      Map<Integer, ThriftValue> fields = new TreeMap<>();
      session.getReplicasList().stream()
          .findFirst()
          .ifPresent(copy -> fields.put(1, i32(MulticastCalls.port(copy))));
      int group = program.controller().mirroredGroup(call.integer(1));
      if (group != 0) {
        fields.put(2, i32(group));
      }
      return new ThriftValue.Struct(fields);
    }

    private CloneSessionEntry session(int id) {
      return program
          .read(
              entity(
                  PacketReplicationEngineEntry.newBuilder()
                      .setCloneSessionEntry(CloneSessionEntry.newBuilder().setSessionId(id))))
          .stream()
          .findFirst()
          .map(found -> found.getPacketReplicationEngineEntry().getCloneSessionEntry())
          .orElseThrow(() -> new ThriftMethod.ThriftFault(SESSION_NOT_FOUND, "no session " + id));
    }

    private Status write(Update.Type type, int id, List<Replica> copies) {
      return program.write(
          type,
          entity(
              PacketReplicationEngineEntry.newBuilder()
                  .setCloneSessionEntry(
                      CloneSessionEntry.newBuilder().setSessionId(id).addAllReplicas(copies))));
    }

    private static Entity.Builder entity(PacketReplicationEngineEntry.Builder entry) {
      return Entity.newBuilder().setPacketReplicationEngineEntry(entry);
    }

    private static void requireOk(Status status) {
      if (status.getCode() == Status.Code.NOT_FOUND) {
        throw new ThriftMethod.ThriftFault(
            SESSION_NOT_FOUND, String.valueOf(status.getDescription()));
      }
      if (!status.isOk()) {
        throw new IllegalArgumentException(status.getDescription());
      }
    }
  }
}
