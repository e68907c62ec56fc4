package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.standard;
import static io.smartt.switchd.thrift.ThriftValue.i32;
import static io.smartt.switchd.thrift.ThriftValue.i64;
import static io.smartt.switchd.thrift.ThriftValue.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.softswitch.standalone.PlainSettings;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.switchd.process.SwitchProcess;
import io.smartt.switchd.process.SwitchRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.transport.TIOStreamTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.p4.v1.Entity;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.ReadRequest;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.TableEntry;
import org.p4.v1.Uint128;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * Calls as simple_switch_CLI and p4-utils make them, over a socket, to a switch with {@code
 * features.p4}.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ThriftServerTest {
  private static final Path PROGRAMS =
      Path.of("../switch/src/fixtures/resources/io/smartt/softswitch/programs");

  @TempDir private Path folder;
  private SwitchProcess process;
  private Socket socket;
  private TBinaryProtocol protocol;

  @BeforeEach
  void start() throws IOException, TException {
    // Without its P4Info, as p4-utils starts simple_switch.
    Path json = Files.copy(PROGRAMS.resolve("features.json"), folder.resolve("features.json"));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    process =
        new SwitchProcess(
            new SwitchRequest(
                PlainSettings.with(OptionalInt.of(255), OptionalLong.empty()),
                Map.of(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(json),
                Optional.empty(),
                any,
                Optional.empty(),
                Optional.of(any),
                Optional.empty(),
                false,
                new SwitchRequest.LogRequest(
                    false, Optional.empty(), SwitchLog.Level.OFF, false, 0),
                false,
                IdleStrategy.BLOCK,
                false),
            new PrintWriter(new StringWriter()),
            Clock.systemUTC());
    connect();
  }

  private void connect() throws IOException, TException {
    socket = new Socket(InetAddress.getLoopbackAddress(), process.thriftPort().orElseThrow());
    protocol =
        new TBinaryProtocol(
            new TIOStreamTransport(socket.getInputStream(), socket.getOutputStream()));
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    process.close();
  }

  /** The fields of the answer: 0 what the method returns, 1 its exception. */
  private Arguments call(String method, ThriftValue... arguments) throws TException {
    Map<Integer, ThriftValue> fields = new TreeMap<>();
    for (int i = 0; i < arguments.length; i++) {
      fields.put(i + 1, arguments[i]);
    }
    protocol.writeMessageBegin(new TMessage(method, TMessageType.CALL, 7));
    new ThriftValue.Struct(fields).write(protocol);
    protocol.writeMessageEnd();
    protocol.getTransport().flush();
    TMessage message = protocol.readMessageBegin();
    assertThat(message.seqid).isEqualTo(7);
    assertThat(message.name).isEqualTo(method.replaceFirst(".*:", ""));
    if (message.type == TMessageType.EXCEPTION) {
      throw TApplicationException.readFrom(protocol);
    }
    Arguments answer = new Arguments(new ThriftValue.ValueReader(protocol).readStruct(0));
    protocol.readMessageEnd();
    return answer;
  }

  private static ThriftValue bytes(String hex) {
    return new ThriftValue.Text(ByteString.fromHex(hex));
  }

  private static ThriftValue exact(String hex) {
    return ThriftValue.structs(
        List.of(TableCalls.struct(Map.of(1, i32(0), 2, TableCalls.struct(Map.of(1, bytes(hex)))))));
  }

  private Arguments add(String code, String port) throws TException {
    return call(
        standard("bm_mt_add_entry"),
        i32(0),
        text("MyIngress.arguments"),
        exact(code),
        text("MyIngress.own_forward"),
        ThriftValue.texts(List.of(bytes(port))),
        ThriftValue.Struct.EMPTY);
  }

  private static int code(Arguments answer) {
    assertThat(answer.has(1)).as("an exception is answered").isTrue();
    return answer.struct(1).integer(1);
  }

  private List<TableEntry> overP4Runtime() {
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", process.p4RuntimePort())
            .usePlaintext()
            .build();
    try {
      return P4RuntimeGrpc.newBlockingStub(channel)
          .read(
              ReadRequest.newBuilder()
                  .addEntities(Entity.newBuilder().setTableEntry(TableEntry.newBuilder()))
                  .build())
          .next()
          .getEntitiesList()
          .stream()
          .map(Entity::getTableEntry)
          .toList();
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void entriesAreTheSameOverBothProtocols() throws TException {
    int handle = add("21", "0003").integer(0);
    assertThat(overP4Runtime())
        .anyMatch(entry ->
            entry.getMatch(0).getExact().getValue().equals(ByteString.fromHex("21"))
                && entry
                    .getAction()
                    .getAction()
                    .getParams(0)
                    .getValue()
                    .equals(ByteString.fromHex("03")));

    ThriftValue table = text("MyIngress.arguments");
    assertThat(call(standard("bm_mt_get_num_entries"), i32(0), table).whole(0)).isEqualTo(1);
    Arguments entry = call(standard("bm_mt_get_entry"), i32(0), table, i32(handle)).struct(0);
    assertThat(entry.structs(1).getFirst().struct(2).bytes(1)).isEqualTo(ByteString.fromHex("21"));
    assertThat(entry.struct(4).text(2)).isEqualTo("MyIngress.own_forward");
    assertThat(entry.struct(4).binaries(3)).containsExactly(ByteString.fromHex("03"));

    var _ = call(standard("bm_mt_delete_entry"), i32(0), table, i32(handle));
    assertThat(call(standard("bm_mt_get_num_entries"), i32(0), table).whole(0)).isZero();
    assertThat(overP4Runtime()).hasSize(1);
  }

  @Test
  void aRefusalIsTheExceptionOfTheIdl() throws TException {
    assertThat(add("22", "0003").has(1)).isFalse();
    assertThat(code(add("22", "0003"))).isEqualTo(Errors.DUPLICATE_ENTRY);
    assertThat(code(add("23", "ffff"))).as("9 bits").isEqualTo(Errors.BAD_ACTION_DATA);
    assertThat(code(call(standard("bm_mt_get_num_entries"), i32(0), text("nope"))))
        .isEqualTo(Errors.INVALID_TABLE_NAME);
    assertThat(
            code(
                call(standard("bm_mt_delete_entry"), i32(0), text("MyIngress.arguments"), i32(99))))
        .isEqualTo(Errors.INVALID_HANDLE);
    assertThatThrownBy(() -> call(standard("bm_no_such")))
        .isInstanceOf(TApplicationException.class)
        .hasMessageContaining("bm_no_such");
  }

  @Test
  void directCountersAndDefaults() throws TException {
    ThriftValue table = text("MyIngress.operations");
    int handle =
        call(standard("bm_mt_get_entries"), i32(0), table).structs(0).getFirst().integer(3);
    var _ =
        call(
            standard("bm_mt_write_counter"),
            i32(0),
            table,
            i32(handle),
            TableCalls.struct(Map.of(1, i64(500), 2, i64(5))));
    Arguments count = call(standard("bm_mt_read_counter"), i32(0), table, i32(handle)).struct(0);
    assertThat(count.whole(1)).isEqualTo(500);
    assertThat(count.whole(2)).isEqualTo(5);

    assertThat(
            call(standard("bm_mt_get_default_entry"), i32(0), text("MyEgress.last_words"))
                .struct(0)
                .text(2))
        .isEqualTo("NoAction");
    var _ =
        call(
            standard("bm_mt_set_default_action"),
            i32(0),
            text("MyEgress.last_words"),
            text("MyEgress.stop"),
            ThriftValue.texts(List.of()));
    assertThat(
            call(standard("bm_mt_get_default_entry"), i32(0), text("MyEgress.last_words"))
                .struct(0)
                .text(2))
        .isEqualTo("MyEgress.stop");
    assertThat(
            code(
                call(
                    standard("bm_mt_set_default_action"),
                    i32(0),
                    table,
                    text("MyIngress.forward"),
                    ThriftValue.texts(List.of(bytes("0001"))))))
        .isEqualTo(Errors.DEFAULT_ENTRY_IS_CONST);
  }

  @Test
  void multicastAndMirroring() throws TException {
    assertThat(call("simple_pre_lag:bm_mc_mgrp_create", i32(0), i32(4)).integer(0)).isEqualTo(4);
    int node =
        call("simple_pre_lag:bm_mc_node_create", i32(0), i32(9), text("1010"), text("")).integer(0);
    assertThat(call("simple_pre_lag:bm_mc_node_associate", i32(0), i32(4), i32(node)).has(1))
        .isFalse();
    assertThat(call("simple_pre:bm_mc_get_entries", i32(0)).text(0))
        .isEqualTo(
            "{\"mgrps\":[{\"id\":4,\"l1_handles\":[0]}],\"l1_handles\":[{\"handle\":0,\"rid\":9,"
                + "\"l2_handle\":0}],\"l2_handles\":[{\"handle\":0,\"ports\":[1,3],\"lags\":[]}],"
                + "\"lags\":[]}");
    assertThat(code(call("simple_pre:bm_mc_node_associate", i32(0), i32(5), i32(node))))
        .isEqualTo(3);

    ThriftValue toPort = TableCalls.struct(Map.of(1, i32(2)));
    assertThat(call("simple_switch:mirroring_session_add", i32(100), toPort).has(1)).isFalse();
    assertThat(call("simple_switch:mirroring_session_get", i32(100)).struct(0).integer(1))
        .isEqualTo(2);
    assertThat(call("simple_switch:mirroring_session_delete", i32(100)).has(1)).isFalse();
    assertThat(code(call("simple_switch:mirroring_session_get", i32(100)))).isEqualTo(1);
  }

  @Test
  void metersAndQueues() throws TException {
    ThriftValue rates =
        ThriftValue.structs(
            List.of(
                TableCalls.struct(Map.of(1, new ThriftValue.Real(0.5), 2, i32(1000))),
                TableCalls.struct(Map.of(1, new ThriftValue.Real(1.0), 2, i32(2000)))));
    ThriftValue meter = text("MyIngress.rates");
    assertThat(call(standard("bm_meter_set_rates"), i32(0), meter, i32(3), rates).has(1)).isFalse();
    List<Arguments> read = call(standard("bm_meter_get_rates"), i32(0), meter, i32(3)).structs(0);
    assertThat(read.get(0).real(1)).isEqualTo(0.5);
    assertThat(read.get(1).integer(2)).isEqualTo(2000);
    assertThat(code(call(standard("bm_meter_set_rates"), i32(0), meter, i32(4), rates)))
        .isEqualTo(2);

    assertThat(call("simple_switch:set_all_egress_queue_depths", i32(7)).integer(0)).isZero();
    assertThat(process.device().queues()).allMatch(queue -> queue.config().capacityPackets() == 7);
    assertThat(call("simple_switch:set_all_egress_queue_rates", i64(100)).integer(0)).isZero();
    assertThatThrownBy(() -> call("simple_switch:set_egress_queue_rate", i32(99), i64(100)))
        .isInstanceOf(TApplicationException.class)
        .hasMessageContaining("no port 99");
    assertThatThrownBy(() -> call("simple_switch:set_all_egress_queue_depths", i32(0)))
        .isInstanceOf(TApplicationException.class)
        .hasMessageContaining("0 packets");
  }

  @Test
  void theConfigIsTheFileAndAnotherOneCanBeSwappedIn() throws Exception {
    byte[] json = Files.readAllBytes(PROGRAMS.resolve("features.json"));
    assertThat(call(standard("bm_get_config")).bytes(0)).isEqualTo(ByteString.copyFrom(json));
    assertThat(call(standard("bm_get_config_md5")).bytes(0))
        .isEqualTo(ByteString.copyFrom(MessageDigest.getInstance("MD5").digest(json)));
    int handle = add("25", "0003").integer(0);
    assertThat(code(call(standard("bm_swap_configs")))).as("none is loaded").isEqualTo(3);
    assertThat(
            call(standard("bm_load_new_config"), new ThriftValue.Text(ByteString.copyFrom(json)))
                .has(1))
        .isFalse();
    assertThat(
            code(
                call(
                    standard("bm_load_new_config"),
                    new ThriftValue.Text(ByteString.copyFrom(json)))))
        .as("one is pending")
        .isEqualTo(2);
    int ofTheNext = add("27", "0003").integer(0);
    assertThat(call(standard("bm_swap_configs")).has(1)).isFalse();

    assertThat(
            code(
                call(
                    standard("bm_mt_get_entry"),
                    i32(0),
                    text("MyIngress.arguments"),
                    i32(handle + 1))))
        .isEqualTo(Errors.INVALID_HANDLE);
    assertThat(
            call(standard("bm_mt_get_entry"), i32(0), text("MyIngress.arguments"), i32(ofTheNext))
                .struct(0)
                .structs(1)
                .getFirst()
                .struct(2)
                .bytes(1))
        .as("what was added before the swap")
        .isEqualTo(ByteString.fromHex("27"));
    assertThat(
            call(standard("bm_mt_get_num_entries"), i32(0), text("MyIngress.arguments")).whole(0))
        .isEqualTo(1);
  }

  /** A primary with a higher election id would be a second controller; none is needed here. */
  private void writeOverP4Runtime(Update.Type type, Entity entity) throws InterruptedException {
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", process.p4RuntimePort())
            .usePlaintext()
            .build();
    try {
      Uint128 election = Uint128.newBuilder().setLow(1).build();
      BlockingQueue<StreamMessageResponse> answers = new LinkedBlockingQueue<>();
      StreamObserver<StreamMessageRequest> stream =
          P4RuntimeGrpc.newStub(channel).streamChannel(new Answers(answers));
      stream.onNext(
          StreamMessageRequest.newBuilder()
              .setArbitration(MasterArbitrationUpdate.newBuilder().setElectionId(election))
              .build());
      assertThat(answers.take().getArbitration().getStatus().getCode()).isZero();
      var _ =
          P4RuntimeGrpc.newBlockingStub(channel)
              .write(
                  WriteRequest.newBuilder()
                      .setElectionId(election)
                      .addUpdates(Update.newBuilder().setType(type).setEntity(entity))
                      .build());
      stream.onCompleted();
    } finally {
      channel.shutdownNow();
    }
  }

  private record Answers(BlockingQueue<StreamMessageResponse> queue)
      implements StreamObserver<StreamMessageResponse> {
    @Override
    public void onNext(StreamMessageResponse message) {
      queue.add(message);
    }

    @Override
    public void onError(Throwable cause) {}

    @Override
    public void onCompleted() {}
  }

  @Test
  void whatAControllerChangesIsSeenOverThrift() throws TException, InterruptedException {
    int handle = add("26", "0003").integer(0);
    ThriftValue table = text("MyIngress.arguments");
    TableEntry entry =
        overP4Runtime().stream()
            .filter(
                found -> found.getMatch(0).getExact().getValue().equals(ByteString.fromHex("26")))
            .findFirst()
            .orElseThrow();
    writeOverP4Runtime(
        Update.Type.DELETE, Entity.newBuilder().setTableEntry(entry.toBuilder()).build());
    assertThat(code(call(standard("bm_mt_get_entry"), i32(0), table, i32(handle))))
        .isEqualTo(Errors.INVALID_HANDLE);

    MulticastGroupEntry.Builder group = MulticastGroupEntry.newBuilder().setMulticastGroupId(6);
    group.addReplicas(MulticastCalls.replica(2, 8)).addReplicas(MulticastCalls.replica(1, 8));
    writeOverP4Runtime(
        Update.Type.INSERT,
        Entity.newBuilder()
            .setPacketReplicationEngineEntry(
                PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(group))
            .build());
    assertThat(call("simple_pre_lag:bm_mc_get_entries", i32(0)).text(0))
        .contains("{\"id\":6,\"l1_handles\":[0]}", "\"rid\":8", "\"ports\":[1,2]");
  }

  @Test
  void whatIsMissingAnswersTheExceptionOfItsMethod() throws TException {
    assertThat(code(call(standard("bm_parse_vset_get"), i32(0), text("x")))).isEqualTo(2);
    assertThat(code(call(standard("bm_learning_ack_buffer"), i32(0), i32(1), i64(1)))).isEqualTo(3);
    assertThat(code(call(standard("bm_set_toeplitz_hash_key"), i32(0), text("x"), text("k"))))
        .isEqualTo(2);
    assertThat(code(call(standard("bm_dev_mgr_add_port"), text("veth9"), i32(9), text(""))))
        .isEqualTo(1);
  }

  @Test
  void garbageEndsItsOwnConnectionOnly() throws IOException, TException {
    try (Socket rude =
        new Socket(InetAddress.getLoopbackAddress(), process.thriftPort().orElseThrow())) {
      rude.getOutputStream()
          .write("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      assertThat(rude.getInputStream().read()).as("closed").isNegative();
    }
    assertThat(call("simple_switch:get_time_elapsed_us").whole(0)).isPositive();
    assertThat(call(standard("bm_dev_mgr_show_ports")).structs(0)).isEmpty();
  }
}
