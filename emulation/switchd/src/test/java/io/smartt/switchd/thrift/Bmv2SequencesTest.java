package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.standard;
import static io.smartt.switchd.thrift.ThriftValue.i32;
import static io.smartt.switchd.thrift.ThriftValue.i64;
import static io.smartt.switchd.thrift.ThriftValue.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.seed.PortNumbers;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.p4runtime.LocalController;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * BMv2's own tests: all of {@code targets/simple_switch/tests} ({@code test_swap.cpp}, {@code
 * test_packet_redirect.cpp} and the others) and codes of its {@code CLI_tests}
 * (p4lang/behavioral-model 9674187), with their programs.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class Bmv2SequencesTest {
  private static final Path PROGRAMS = Path.of("src/test/resources/io/smartt/switchd/bmv2");
  private static final int PORTS = 8;

  private final Map<String, ThriftMethod> methods = new TreeMap<>();
  private final EmbeddedSwitch device =
      new EmbeddedSwitch(
          "s1",
          PortNumbers.upTo(PORTS),
          OptionalInt.empty(),
          List.of(QueueConfig.packets(64)),
          port -> {});

  @SuppressWarnings("NullAway.Init") // each test starts a program first
  private LocalController controller;

  private static byte[] json(String name) throws IOException {
    return Files.readAllBytes(PROGRAMS.resolve(name + ".json"));
  }

  private void start(String name) throws IOException {
    EmbeddedDevice embedded = new EmbeddedDevice(1, device, () -> new SplittableRandom(1));
    P4RuntimeService service =
        new P4RuntimeService(List.of(embedded), Bmv2Program::load, P4RuntimeSettings.lenient());
    service.preload(1, ThriftServices.config(json(name)));
    controller = service.local(1);
    Program program = new Program(controller);
    TableCalls tables = new TableCalls(program);
    tables.addTo(methods);
    new ArrayCalls(program, tables).addTo(methods);
    new ProfileCalls(program).addTo(methods);
    new MulticastCalls(program).addTo(methods);
    new ThriftServices.MirroringCalls(program).addTo(methods);
  }

  private Arguments call(String method, ThriftValue... arguments) {
    Map<Integer, ThriftValue> fields = new TreeMap<>();
    for (int i = 0; i < arguments.length; i++) {
      fields.put(i + 1, arguments[i]);
    }
    String name = method.startsWith("bm_mc_") ? "simple_pre_lag:" + method : method;
    ThriftValue answer =
        Objects.requireNonNull(methods.get(name.contains(":") ? name : standard(name)))
            .call(new Arguments(new ThriftValue.Struct(fields)));
    return new Arguments(new ThriftValue.Struct(Map.of(0, answer)));
  }

  private void refused(int code, String method, ThriftValue... arguments) {
    assertThatThrownBy(() -> call(method, arguments))
        .isInstanceOfSatisfying(
            ThriftMethod.ThriftFault.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static ThriftValue bytes(String hex) {
    return new ThriftValue.Text(ByteString.fromHex(hex));
  }

  private static ThriftValue.Struct param(String key) {
    if (key.contains("&")) {
      return TableCalls.struct(
          Map.of(
              1,
              i32(2),
              4,
              TableCalls.struct(
                  Map.of(1, bytes(key.split("&", -1)[0]), 2, bytes(key.split("&", -1)[1])))));
    }
    return TableCalls.struct(Map.of(1, i32(0), 2, TableCalls.struct(Map.of(1, bytes(key)))));
  }

  private static ThriftValue lpm(String key) {
    return ThriftValue.structs(
        List.of(
            TableCalls.struct(
                Map.of(1, i32(1), 3, TableCalls.struct(Map.of(1, bytes(key), 2, i32(12)))))));
  }

  private void add(String table, String action, String argument, String... key) {
    var _ =
        call(
            "bm_mt_add_entry",
            i32(0),
            text(table),
            ThriftValue.structs(Arrays.stream(key).map(Bmv2SequencesTest::param).toList()),
            text(action),
            ThriftValue.texts(argument.isEmpty() ? List.of() : List.of(bytes(argument))),
            ThriftValue.Struct.EMPTY);
  }

  private void setDefault(String table, String action) {
    var _ =
        call(
            "bm_mt_set_default_action",
            i32(0),
            text(table),
            text(action),
            ThriftValue.texts(List.of()));
  }

  private void receive(int port, String hex, long nowPs) {
    byte[] frame = HexFormat.of().parseHex(hex);
    Packet packet = new Packet(256);
    packet.set(frame, 0, frame.length, frame.length);
    device.receive(port, packet, nowPs);
  }

  /** What leaves: port and bytes. */
  private List<String> whole(int port, String hex) {
    receive(port, hex, 0);
    Packet packet = new Packet(256);
    List<String> left = new ArrayList<>();
    for (int out = 1; out <= PORTS; out++) {
      while (device.transmit(out, 0, packet)) {
        left.add(out + ":" + HexFormat.of().formatHex(packet.toByteArray()));
      }
    }
    return left;
  }

  /** What leaves: port and second byte, into which the programs write the length they saw. */
  private List<String> send(int port, String hex) {
    return whole(port, hex).stream()
        .map(left -> left.substring(0, 2) + left.substring(4, 6))
        .toList();
  }

  private List<Integer> ports(int port, String hex) {
    return send(port, hex).stream().map(left -> Integer.valueOf(left.split(":", -1)[0])).toList();
  }

  private void firstProgramRuns() {
    assertThat(ports(5, "0000")).containsExactly(1);
    assertThat(ports(5, "ab00")).containsExactly(2);
  }

  @Test
  void packetsStayOnTheOldConfigUntilTheNewOneIsFilledAndSwappedIn() throws IOException {
    start("swap_1");
    setDefault("t_ingress_1", "a11");
    add("t_ingress_1", "a12", "", "ab");
    firstProgramRuns();
    assertThat(controller.swap()).as("nothing is loaded").isFalse();

    assertThat(controller.load(ThriftServices.config(json("swap_2")))).isTrue();
    assertThat(controller.load(ThriftServices.config(json("swap_1")))).as("pending").isFalse();
    assertThat(controller.json().orElseThrow()).isEqualTo(json("swap_2"));
    firstProgramRuns();
    setDefault("t_ingress_2", "a21");
    add("t_ingress_2", "a22", "", "cd");
    refused(Errors.INVALID_TABLE_NAME, "bm_mt_get_num_entries", i32(0), text("t_ingress_1"));
    firstProgramRuns();

    assertThat(controller.swap()).isTrue();
    assertThat(ports(5, "00000000")).containsExactly(3);
    assertThat(ports(5, "cd000000")).containsExactly(4);
    assertThat(controller.swap()).as("it was swapped").isFalse();
    assertThat(call("bm_mt_get_num_entries", i32(0), text("t_ingress_2")).whole(0)).isEqualTo(1);
  }

  @Test
  void aResetWhileAConfigIsPendingIsThatConfigsOnly() throws IOException {
    start("swap_1");
    setDefault("t_ingress_1", "a11");
    add("t_ingress_1", "a12", "", "ab");
    assertThat(controller.load(ThriftServices.config(json("swap_2")))).isTrue();
    add("t_ingress_2", "a22", "", "cd");
    controller.reset();
    assertThat(call("bm_mt_get_num_entries", i32(0), text("t_ingress_2")).whole(0)).isZero();
    firstProgramRuns();
    assertThat(controller.swap()).isTrue();
  }

  private void redirect(String key, String table, String action, String... more) {
    setDefault("t_ingress_1", "_nop");
    setDefault("t_ingress_2", "_nop");
    setDefault("t_egress", "_nop");
    setDefault("t_exit", "set_hdr");
    add("t_ingress_1", "_set_port", "02", key, "00");
    List<String> match = new ArrayList<>(List.of(key));
    match.addAll(List.of(more));
    add(table, action, "01", match.toArray(String[]::new));
  }

  private int node(int port) {
    return call("bm_mc_node_create", i32(0), i32(port), text("1" + "0".repeat(port)), text(""))
        .integer(0);
  }

  private void mirror(ThriftValue.Struct config) {
    var _ = call("simple_switch:mirroring_session_add", i32(1), config);
  }

  @Test
  void aSessionComesBeforeItsGroupAndFollowsIt() throws IOException {
    start("packet_redirect");
    redirect("03", "t_ingress_2", "_clone_i2e", "00000000&00000000");
    mirror(TableCalls.struct(Map.of(1, i32(3), 2, i32(1))));
    assertThat(send(1, "03000000")).containsExactly("2:02", "3:04");

    var _ = call("bm_mc_mgrp_create", i32(0), i32(1));
    int first = node(4);
    var _ = call("bm_mc_node_associate", i32(0), i32(1), i32(first));
    assertThat(send(1, "03000000")).containsExactly("2:02", "3:04", "4:04");
    var _ = call("bm_mc_node_associate", i32(0), i32(1), i32(node(5)));
    assertThat(ports(1, "03000000")).containsExactly(2, 3, 4, 5);
    refused(5, "bm_mc_node_associate", i32(0), i32(1), i32(first));
    Arguments session = call("simple_switch:mirroring_session_get", i32(1)).struct(0);
    assertThat(List.of(session.integer(1), session.integer(2))).containsExactly(3, 1);

    assertThat(controller.load(ThriftServices.config(json("packet_redirect")))).isTrue();
    redirect("03", "t_ingress_2", "_clone_i2e", "00000000&00000000");
    assertThat(controller.swap()).isTrue();
    assertThat(ports(1, "03000000")).as("groups are the switch's").containsExactly(2, 3, 4, 5);

    var _ = call("bm_mc_mgrp_destroy", i32(0), i32(1));
    assertThat(ports(1, "03000000")).containsExactly(2, 3);
    mirror(TableCalls.struct(Map.of(2, i32(1))));
    assertThat(ports(1, "03000000")).containsExactly(2);
    var _ = call("bm_mc_mgrp_create", i32(0), i32(1));
    var _ = call("bm_mc_node_associate", i32(0), i32(1), i32(node(6)));
    assertThat(ports(1, "03000000")).containsExactly(2, 6);
  }

  @Test
  void aCloneOfEgressFollowsItsGroupToo() throws IOException {
    start("packet_redirect");
    redirect("04", "t_egress", "_clone_e2e", "00000000&ffffffff", "00&ff");
    mirror(TableCalls.struct(Map.of(1, i32(3), 2, i32(1))));
    var _ = call("bm_mc_mgrp_create", i32(0), i32(1));
    var _ = call("bm_mc_node_associate", i32(0), i32(1), i32(node(4)));
    assertThat(send(1, "04000000")).containsExactly("2:02", "3:02", "4:02");
  }

  @Test
  void lagsOfNodesAreKeptAndSendByOnePort() throws IOException {
    start("packet_redirect");
    setDefault("t_exit", "set_hdr");
    add("t_ingress_1", "_multicast", "01", "02", "00");
    var _ = call("bm_mc_mgrp_create", i32(0), i32(1));
    int node = call("bm_mc_node_create", i32(0), i32(2), text("10"), text("10")).integer(0);
    var _ = call("bm_mc_node_associate", i32(0), i32(1), i32(node));
    assertThat(ports(1, "02000000")).as("the LAG has no port yet").containsExactly(1);
    var _ = call("bm_mc_set_lag_membership", i32(0), i32(1), text("1100000"));
    assertThat(ports(1, "02000000")).as("0xff mod 2 is the second").containsExactly(1, 6);
    assertThat(call("bm_mc_get_entries", i32(0)).text(0))
        .contains("\"lags\":[1]", "\"lags\":[{\"id\":1,\"ports\":[5,6]}]");
  }

  private ThriftValue rates(double first, double second) {
    return ThriftValue.structs(
        List.of(
            TableCalls.struct(Map.of(1, new ThriftValue.Real(first), 2, i32(1))),
            TableCalls.struct(Map.of(1, new ThriftValue.Real(second), 2, i32(1)))));
  }

  @Test
  void codesAreThoseOfIndirectRes() throws IOException {
    start("indirect_res");
    ThriftValue meter = text("my_indirect_meter");
    assertThat(call("bm_meter_set_rates", i32(0), meter, i32(8), rates(1, 2)).has(1)).isFalse();
    refused(4, "bm_meter_set_rates", i32(0), meter, i32(8), rates(2, 1));
    refused(4, "bm_meter_array_set_rates", i32(0), meter, rates(2, 1));
    refused(3, "bm_meter_set_rates", i32(0), meter, i32(8), ThriftValue.structs(List.of()));
    refused(2, "bm_meter_set_rates", i32(0), meter, i32(1 << 20), rates(1, 2));
    ThriftValue register = text("my_register");
    refused(2, "bm_register_write_range", i32(0), register, i32(3), i32(2), i64(1));
    refused(2, "bm_register_write_range", i32(0), register, i32(-1), i32(2), i64(1));
    refused(2, "bm_register_write", i32(0), register, i32(-1), i64(1));
    assertThat(call("bm_register_write_range", i32(0), register, i32(2), i32(2), i64(1)).has(1))
        .isFalse();
  }

  @Test
  void anOldProgramHasItsProfilesInItsTablesAndHandlesBeginWith0() throws IOException {
    start("ecmp");
    ThriftValue profile = text("ecmp_action_profile");
    ThriftValue data = ThriftValue.texts(List.of(bytes("0a000001"), bytes("01")));
    ThriftValue hop = text("set_nhop");
    assertThat(call("bm_mt_act_prof_create_group", i32(0), profile).integer(0)).isZero();
    assertThat(call("bm_mt_act_prof_add_member", i32(0), profile, hop, data).integer(0)).isZero();
    assertThat(call("bm_mt_act_prof_add_member", i32(0), profile, hop, data).integer(0))
        .isEqualTo(1);
    var _ = call("bm_mt_act_prof_delete_member", i32(0), profile, i32(0));
    assertThat(call("bm_mt_act_prof_add_member", i32(0), profile, hop, data).integer(0)).isZero();
    assertThat(call("bm_mt_act_prof_get_member", i32(0), profile, i32(0)).struct(0).binaries(3))
        .as("table_dump.out: set_nhop - 0a000001, 01; the port has 9 bits")
        .containsExactly(ByteString.fromHex("0a000001"), ByteString.fromHex("01"));
    refused(
        Errors.EMPTY_GRP,
        "bm_mt_indirect_ws_add_entry",
        i32(0),
        text("ecmp_group"),
        lpm("0a000101"),
        i32(0),
        ThriftValue.Struct.EMPTY);
    var _ = call("bm_mt_act_prof_add_member_to_group", i32(0), profile, i32(0), i32(0));
    refused(Errors.MBR_STILL_USED, "bm_mt_act_prof_delete_member", i32(0), profile, i32(0));
    ThriftValue table = text("ecmp_group");
    ThriftValue key = lpm("0a000101");
    refused(
        Errors.INVALID_GRP_HANDLE,
        "bm_mt_indirect_ws_add_entry",
        i32(0),
        table,
        key,
        i32(7),
        ThriftValue.Struct.EMPTY);
    refused(
        Errors.INVALID_MBR_HANDLE,
        "bm_mt_indirect_add_entry",
        i32(0),
        table,
        key,
        i32(-1),
        ThriftValue.Struct.EMPTY);
    int handle =
        call("bm_mt_indirect_ws_add_entry", i32(0), table, key, i32(0), ThriftValue.Struct.EMPTY)
            .integer(0);
    Arguments entry = call("bm_mt_get_entry", i32(0), table, i32(handle)).struct(0);
    assertThat(entry.structs(1).getFirst().struct(3).bytes(1))
        .as("the key as it was written, not masked")
        .isEqualTo(ByteString.fromHex("0a000101"));
    assertThat(entry.struct(4).integer(1)).as("a group").isEqualTo(3);
    assertThat(entry.struct(4).integer(5)).isZero();
    refused(
        Errors.WRONG_TABLE_TYPE,
        "bm_mt_add_entry",
        i32(0),
        table,
        key,
        hop,
        data,
        ThriftValue.Struct.EMPTY);
    refused(Errors.WRONG_TABLE_TYPE, "bm_mt_delete_entry", i32(0), table, i32(handle));
    refused(
        Errors.INVALID_ACTION_NAME,
        "bm_mt_add_entry",
        i32(0),
        text("forward"),
        ThriftValue.structs(List.of(param("0a000001"))),
        hop,
        data,
        ThriftValue.Struct.EMPTY);
  }

  private void redirectDefaults() {
    setDefault("t_ingress_1", "_nop");
    setDefault("t_ingress_2", "_nop");
    setDefault("t_egress", "_nop");
    setDefault("t_exit", "set_hdr");
  }

  @Test
  void aPacketLeavesWithTheLengthItHasWithoutAHeader() throws IOException {
    start("packet_redirect");
    redirectDefaults();
    add("t_ingress_1", "_set_port", "02", "01", "00");
    assertThat(send(1, "01000000")).containsExactly("2:02");
  }

  @Test
  void multicastCopiesHaveTheirLengthToo() throws IOException {
    start("packet_redirect");
    redirectDefaults();
    add("t_ingress_1", "_multicast", "01", "02", "00");
    var _ = call("bm_mc_mgrp_create", i32(0), i32(1));
    var _ = call("bm_mc_node_associate", i32(0), i32(1), i32(node(1)));
    var _ = call("bm_mc_node_associate", i32(0), i32(1), i32(node(2)));
    assertThat(send(1, "02000000")).containsExactly("1:02", "2:02");
  }

  @Test
  void aCloneGoesToTheSessionsPort() throws IOException {
    start("packet_redirect");
    redirect("03", "t_ingress_2", "_clone_i2e", "00000000&00000000");
    mirror(TableCalls.struct(Map.of(1, i32(3))));
    assertThat(send(1, "03000000")).containsExactly("2:02", "3:04");
    redirect("04", "t_egress", "_clone_e2e", "00000000&ffffffff", "00&ff");
    assertThat(send(1, "04000000")).containsExactly("2:02", "3:02");
  }

  @Test
  void whatIsResubmittedKeepsTheMetadataThatWasAskedFor() throws IOException {
    start("packet_redirect");
    redirectDefaults();
    add("t_ingress_1", "_set_port", "02", "05", "00");
    add("t_ingress_1", "_set_port", "03", "05", "01");
    add("t_ingress_2", "_resubmit", "", "05", "00000000&ffffffff");
    assertThat(send(1, "05000000")).containsExactly("3:02");
  }

  @Test
  void whatIsRecirculatedHasItsNewLength() throws IOException {
    start("packet_redirect");
    redirectDefaults();
    add("t_ingress_1", "_set_port", "02", "06", "00");
    add("t_ingress_1", "_set_port", "03", "06", "01");
    add("t_egress", "_recirculate", "", "06", "00000000&ffffffff", "00&ff");
    assertThat(send(1, "060000000000")).containsExactly("3:02");
  }

  @Test
  void exitSkipsTheRestOfIngressSoThatThePortIs0() throws IOException {
    start("packet_redirect");
    redirectDefaults();
    add("t_ingress_1", "_exit", "", "07", "00");
    assertThat(send(1, "07000000")).isEmpty();
    assertThat(device.counters().noSuchPort()).isEqualTo(1);
  }

  @Test
  void aParserErrorIsSeenByIngress() throws IOException {
    start("parser_error");
    assertThat(whole(1, "00000000")).containsExactly("1:00000000");
    assertThat(whole(1, "0000")).as("too short").containsExactly("1:000000010000");
    assertThat(whole(1, "000000ab")).as("an error of its own").containsExactly("1:00000002");
  }

  @Test
  void whatIsRecirculatedIsAsLongForTheParserAsItLeft() throws IOException {
    start("recirc");
    assertThat(whole(1, "00")).containsExactly("1:01ab");
  }

  @Test
  void truncateCutsToTheLength() throws IOException {
    start("truncate");
    setDefault("t_ingress", "_nop");
    var _ =
        call(
            "bm_mt_add_entry",
            i32(0),
            text("t_ingress"),
            ThriftValue.structs(List.of(param("01"))),
            text("_truncate"),
            ThriftValue.texts(List.of(bytes("20"), bytes("02"))),
            ThriftValue.Struct.EMPTY);
    String start = "01" + "ab".repeat(31);
    assertThat(whole(1, start + "ab".repeat(96))).containsExactly("2:" + start);
  }

  @Test
  void aPacketKnowsHowLongItWaitedAndBehindHowMany() throws IOException {
    start("queueing");
    setDefault("t_egress", "copy_queueing_data");
    var _ =
        call(
            "bm_mt_set_default_action",
            i32(0),
            text("t_ingress"),
            text("set_port"),
            ThriftValue.texts(List.of(bytes("02"))));
    long second = 1_000_000_000_000L;
    for (int i = 0; i < 16; i++) {
      receive(1, "00".repeat(200), i * 1_000_000L);
    }
    Packet packet = new Packet(256);
    for (int i = 0; i < 16; i++) {
      assertThat(device.transmit(2, (i + 1) * second, packet)).isTrue();
      String waited = "%012x%06x%08x%06x00".formatted(i, i, 1_000_000 * (i + 1) - i, 15 - i);
      assertThat(HexFormat.of().formatHex(packet.toByteArray(), 2, 19)).isEqualTo(waited);
      assertThat(packet.length()).isEqualTo(217);
    }
  }
}
