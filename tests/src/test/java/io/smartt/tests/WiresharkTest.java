package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.trace.CaptureInterface.StampUnit;
import io.smartt.base.trace.PcapWriter;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.SesResponse;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.SesStandardRequest;
import io.smartt.host.wire.SignalBlock;
import io.smartt.host.wire.Uet;
import io.smartt.needs.Experiment;
import io.smartt.realtime.wireshark.WiresharkFiles;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The Lua dissector against the code that writes the wire format. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WiresharkTest {
  private static final int DATA_DSCP = 10;
  private static final int ANSWER_DSCP = 46;
  private static final int TRIMMED_DSCP = 48;
  private static final int LAST_HOP_DSCP = 56;
  private static final int PSN = 1_000_000;
  private static final String QUEUE = "queue.size=8packets";
  private static final int AT = Uet.PDS_AT;
  private static final int SES_AT = AT + PdsRequest.BYTES;

  /** Of trimmed packets whose lengths stayed, Wireshark's own UDP says that their length is bad. */
  private static final String FAULTS =
      "(_ws.malformed && !smartt.trim) || smartt.unsupported || smartt.bad_length || smartt.short"
          + " || smartt.not_zero || smartt.inconsistent";

  @TempDir private Path folder;
  private final List<byte[]> frames = new ArrayList<>();

  // ---------------------------------------------------------------- numbers

  /** Needs no tshark: a number that the code gets has to get into the dissector, and back. */
  @Test
  void theDissectorHasTheNumbersOfTheCode() throws IllegalAccessException {
    assertThat(table("NACK_CODES")).isEqualTo(constants(PdsNack.class, name -> true));
    assertThat(table("CONTROL_TYPES")).isEqualTo(constants(PdsControl.class, name -> true));
    Predicate<String> next =
        name -> name.startsWith("REQ_") || name.matches("NO_NEXT|RESPONSE|SIGNALS.*");
    assertThat(table("NEXT_HEADERS")).isEqualTo(constants(Uet.class, next));
    assertThat(table("PDS_TYPES"))
        .isEqualTo(
            constants(
                Uet.class,
                name ->
                    !next.test(name) && !name.matches("UDP_PORT|NOMINAL_BYTES|PDS_AT|FLAG_.*")));
    assertThat(WiresharkFiles.dissector())
        .contains("local UET_PORT = " + Uet.UDP_PORT + "\n")
        .contains("local REQUEST_BYTES = " + PdsRequest.BYTES + "\n")
        .contains("local CREDITED_REQUEST_BYTES = " + PdsRequest.CREDITED_BYTES + "\n")
        .contains("local ACK_BYTES = " + PdsAck.BYTES + "\n")
        .contains("local NACK_BYTES = " + PdsNack.BYTES + "\n")
        .contains("local CONTROL_BYTES = " + PdsControl.BYTES + "\n")
        .contains("local RESPONSE_BYTES = " + SesResponse.BYTES + "\n")
        .contains(
            "[%d] = %d, [%d] = %d"
                .formatted(
                    Uet.REQ_SMALL,
                    SesSmallRequest.BYTES,
                    Uet.REQ_STANDARD,
                    SesStandardRequest.BYTES))
        .contains("local UNIT_BYTES = " + PdsAck.RECEIVED_UNIT_BYTES + "\n");
  }

  /** A table of the script. */
  private static Map<Integer, String> table(String name) {
    MatchResult body =
        Pattern.compile("local " + name + " = \\{([^}]*)\\}")
            .matcher(WiresharkFiles.dissector())
            .results()
            .findFirst()
            .orElseThrow();
    Map<Integer, String> values = new TreeMap<>();
    Pattern.compile("\\[(\\w+)\\] = \"(\\w+)\"")
        .matcher(body.group(1))
        .results()
        .forEach(entry -> values.put(Integer.decode(entry.group(1)), entry.group(2)));
    return values;
  }

  private static Map<Integer, String> constants(Class<?> of, Predicate<String> chosen)
      throws IllegalAccessException {
    Map<Integer, String> values = new TreeMap<>();
    for (Field field : of.getFields()) {
      if (field.getType() == int.class
          && !field.getName().equals("BYTES")
          && chosen.test(field.getName())) {
        values.put(field.getInt(null), field.getName());
      }
    }
    return values;
  }

  // ---------------------------------------------------------------- frames of the code

  /**
   * A frame of so many bytes behind the UDP header, its PDS and SES headers still to be written.
   */
  private byte[] frame(int dscp, int ecn, int bytes) {
    byte[] frame = new byte[AT + bytes];
    new OuterHeaders(2, 1, 0x0a000001, 0x0a000002, dscp, ecn, Uet.UDP_PORT)
        .write(frame, 88, bytes); // 88 is Kerberos: the source port must not decide
    frames.add(frame);
    return frame;
  }

  private byte[] small(int flags, int last, int payload) {
    byte[] frame = frame(DATA_DSCP, 2, PdsRequest.BYTES + SesSmallRequest.BYTES + payload);
    PdsRequest.write(frame, AT, Uet.RUD_REQ, Uet.REQ_SMALL, flags, -3, PSN, 17, last);
    SesSmallRequest.write(frame, SES_AT, 21, 8192, payload, true);
    return frame;
  }

  private byte[] standard(int type, long offset, int payload, long total, boolean last) {
    int pds = PdsRequest.bytes(type);
    byte[] frame = frame(DATA_DSCP, 3, pds + SesStandardRequest.BYTES + payload);
    PdsRequest.write(frame, AT, type, Uet.REQ_STANDARD, 0, 0, PSN, 17, 18);
    if (PdsRequest.isCredited(type)) {
      PdsRequest.writeCreditTarget(frame, AT, 77);
    }
    SesStandardRequest.write(frame, AT + pds, 5, offset, payload, total, last);
    return frame;
  }

  private void ack(int flags, boolean response, boolean isDefault) {
    byte[] frame = frame(ANSWER_DSCP, 0, PdsAck.BYTES + (response ? SesResponse.BYTES : 0));
    PdsAck.write(frame, AT, flags, 4, PSN, 18, 17, -2, 0b1011L, 300, 6);
    PdsAck.writeDestination(frame, AT, 9, true);
    PdsAck.writeService(frame, AT, 20 * 128_000L);
    if (response) {
      PdsAck.announce(frame, AT, Uet.RESPONSE);
      if (isDefault) {
        SesResponse.writeDefault(frame, AT + PdsAck.BYTES);
      } else {
        SesResponse.write(frame, AT + PdsAck.BYTES, 5, 70_000);
      }
    }
  }

  /** A request and its acknowledgement with these signals, in front of either form of SES. */
  private void signalled(boolean standard, int... signals) {
    byte[] values = new byte[signals.length];
    for (int i = 0; i < signals.length; i++) {
      values[i] = (byte) signals[i];
    }
    SesForm form = standard ? SesForm.STANDARD : SesForm.SMALL;
    int block = SignalBlock.HEADER_BYTES + values.length;
    byte[] data = frame(DATA_DSCP, 2, PdsRequest.BYTES + block + form.bytes() + 10);
    PdsRequest.write(data, AT, Uet.RUD_REQ, Uet.SIGNALS, 0, -3, PSN, 17, 18);
    SignalBlock.write(data, SES_AT, form.nextHeader(), values, 0, values.length);
    if (standard) {
      SesStandardRequest.write(data, SES_AT + block, 5, 0, 10, 10, true);
    } else {
      SesSmallRequest.write(data, SES_AT + block, 21, 8192, 10, true);
    }
    int response = standard ? SesResponse.BYTES : 0;
    byte[] ack = frame(ANSWER_DSCP, 0, PdsAck.BYTES + block + response);
    PdsAck.write(ack, AT, 0, 4, PSN, 18, 17, -2, 0b1011L, 300, 6);
    PdsAck.announce(ack, AT, Uet.SIGNALS_BACK);
    int behind = AT + PdsAck.BYTES;
    int next = standard ? Uet.RESPONSE : Uet.NO_NEXT;
    SignalBlock.write(ack, behind, next, values, 0, values.length);
    if (standard) {
      SesResponse.write(ack, behind + block, 5, 10);
    }
  }

  @Test
  @Tag("pcap")
  void signalsHaveTheNamesThatThePreferenceGivesThem() throws Exception {
    signalled(false, 0x12, 0x34, 0x56, 0x78, 0xab, 0xc1, 0xde, 0xf2);
    signalled(true, 0x12, 0x34, 0x56, 0x78);
    Path file = file();
    String named = "smartt.signals:path.depth:28, _:4, hops[].port:12, hops[].queue:4";
    assertThat(rows(file, FAULTS, "frame.number", "_ws.expert.message")).isEmpty();
    assertNamed(file);
    assertThat(
            tshark(
                    ("-r#" + file + "#-o#" + named + "#-T#fields#-e#smartt.kind")
                        .concat("#-e#smartt.payload_bytes#-e#smartt.signals.length")
                        .concat("#-e#smartt.signals.field")
                        .split("#", -1))
                .lines())
        .containsExactly(
            "data\t10\t8"
                + "\tpath.depth=19088743,hops[0].port=2748,hops[0].queue=1,hops[1].port=3567,hops[1].queue=2",
            "ACK\t\t8"
                + "\tpath.depth=19088743,hops[0].port=2748,hops[0].queue=1,hops[1].port=3567,hops[1].queue=2",
            "data\t10\t4\tpath.depth=19088743",
            "ACK\t\t4\tpath.depth=19088743");
  }

  /** A field of any width is a number, wherever it begins. */
  @Test
  @Tag("pcap")
  void wideSignalsAreTheirNumbers() throws Exception {
    signalled(false, 0xff, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10, 0xab, 0xcd, 0xef, 0x01);
    String named = "smartt.signals:a.a:4,a.b:4,a.wide:64,a.c:4,a.middle:24,a.d:4";

    assertThat(
            tshark(
                    ("-r#" + file() + "#-o#" + named + "#-T#fields#-e#smartt.signals.field")
                        .split("#", -1))
                .lines())
        .hasSize(2)
        .containsOnly("a.a=15,a.b=15,a.wide=18364758544493064720,a.c=10,a.middle=12377840,a.d=1");
  }

  private void nack(int code, int flags) {
    byte[] frame = frame(ANSWER_DSCP, 0, PdsNack.BYTES);
    PdsNack.write(frame, AT, flags, code, PSN, 18, 17, PSN + 1);
  }

  private void control(int type, int flags, int payload) {
    byte[] frame = frame(ANSWER_DSCP, 0, PdsControl.BYTES);
    PdsControl.write(frame, AT, type, flags, 0, PSN, 17, 0, payload);
  }

  private void trimmed(int dscp, boolean lengthStays) {
    byte[] whole = small(0, 18, 1000);
    frames.removeLast();
    new OuterHeaders(2, 1, 0x0a000001, 0x0a000002, dscp, 2, Uet.UDP_PORT)
        .write(whole, 88, lengthStays ? whole.length - AT : 64 - AT);
    frames.add(Arrays.copyOf(whole, 64));
  }

  @Test
  @Tag("pcap")
  void everyByteOfEveryHeaderHasAName() throws Exception {
    small(Uet.FLAG_SYN | Uet.FLAG_ACK_REQUEST, 5, 100);
    small(Uet.FLAG_RETX, 18, 1);
    standard(Uet.ROD_REQ, 0, 50, 150, false);
    standard(Uet.RUD_CC_REQ, 50, 50, 150, false);
    standard(Uet.ROD_CC_REQ, 100, 50, 150, true);
    ack(Uet.FLAG_MARKED | Uet.FLAG_PROBE, false, false);
    ack(Uet.FLAG_RETX, true, false);
    ack(0, true, true);
    for (int code : table("NACK_CODES").keySet()) {
      nack(code, Uet.FLAG_MARKED);
    }
    for (int type : table("CONTROL_TYPES").keySet()) {
      control(type, Uet.FLAG_ACK_REQUEST, 40);
    }
    control(PdsControl.CREDIT_REQUEST, Uet.FLAG_SYN, 41);
    trimmed(TRIMMED_DSCP, false);
    trimmed(LAST_HOP_DSCP, false);
    trimmed(DATA_DSCP, true);
    Path file = file();

    assertThat(rows(file, FAULTS, "frame.number", "_ws.expert.message")).isEmpty();
    assertNamed(file);
    List<String> rows =
        rows(
            file,
            "udp",
            "_ws.col.Protocol",
            "smartt.kind",
            "smartt.entropy",
            "smartt.ecn",
            "smartt.trim",
            "smartt.payload_bytes");
    assertThat(rows.subList(0, 6))
        .containsExactly(
            "SMaRTT|data|88|ECT(0)||100",
            "SMaRTT|data|88|ECT(0)||1",
            "SMaRTT|data|88|CE||50",
            "SMaRTT|data|88|CE||50",
            "SMaRTT|data|88|CE||50",
            "SMaRTT|ACK|88|answers CE||");
    assertThat(rows.subList(8, 10))
        .containsExactly(
            "SMaRTT|NACK|88|answers CE|answers TRIMMED|",
            "SMaRTT|NACK|88|answers CE|answers TRIMMED_LASTHOP|");
    assertThat(rows.subList(rows.size() - 3, rows.size()))
        .containsExactly(
            "SMaRTT|trimmed data|88|ECT(0)|trimmed|1000",
            "SMaRTT|trimmed data|88|ECT(0)|trimmed at the last hop|1000",
            "SMaRTT|trimmed data|88|ECT(0)|trimmed: shorter than its IP length|1000");
    assertThat(
            rows(
                file,
                "smartt.pds.type in {2, 3, 13, 14} && !smartt.trim",
                "smartt.pds.psn",
                "smartt.pds.clear_psn",
                "smartt.pds.source_pdc",
                "smartt.pds.destination_pdc",
                "smartt.pds.first_psn",
                "smartt.credit_bytes",
                "smartt.ses.message_id",
                "smartt.ses.message_offset",
                "smartt.ses.message_length"))
        .containsExactly(
            "1000000|999997|17||999995||21|8192|",
            "1000000|999997|17|18|||21|8192|",
            "1000000|1000000|17|18|||5||150",
            "1000000|1000000|17|18||19712|5|50|150",
            "1000000|1000000|17|18||19712|5|100|150");
    assertThat(
            rows(
                file,
                "smartt.pds.type == 8",
                "smartt.ack.psn",
                "smartt.ack.sack_psn",
                "smartt.ack.sack_count",
                "smartt.ack.received_bytes",
                "smartt.ack.out_of_order",
                "smartt.ack.cwnd_penalty",
                "smartt.ack.restore_cwnd",
                "smartt.ack.service_time",
                "smartt.response.message_id",
                "smartt.response.modified_length"))
        .containsExactly(
            "1000004|999998|3|76800|6|9|1|20||",
            "1000004|999998|3|76800|6|9|1|20|5|70000",
            "1000004|999998|3|76800|6|9|1|20|0|0");
  }

  /**
   * Every byte behind the UDP header is in a field of its own, by tshark's account of positions.
   */
  private void assertNamed(Path file) throws Exception {
    String pdml = tshark("-r", file.toString(), "-T", "pdml");
    Path written = Files.writeString(folder.resolve("all.pdml"), pdml);
    NodeList packets =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(written.toFile())
            .getElementsByTagName("packet");
    assertThat(packets.getLength()).isEqualTo(frames.size());
    for (int i = 0; i < packets.getLength(); i++) {
      boolean[] named = new boolean[frames.get(i).length];
      NodeList fields = ((Element) packets.item(i)).getElementsByTagName("field");
      for (int j = 0; j < fields.getLength(); j++) {
        Element field = (Element) fields.item(j);
        int size = Integer.parseInt("0" + field.getAttribute("size"));
        if (field.getAttribute("name").startsWith("smartt.")
            && (size <= 8 || field.getAttribute("name").equals("smartt.payload"))) {
          int from = Integer.parseInt(field.getAttribute("pos"));
          Arrays.fill(named, from, from + size, true);
        }
      }
      int end = frames.get(i).length;
      int trimmedHeader = end == 64 ? SES_AT + 4 : end;
      for (int at = AT; at < Math.min(end, trimmedHeader); at++) {
        assertThat(named[at]).as("byte %d of frame %d", at, i + 1).isTrue();
      }
    }
  }

  @Test
  @Tag("pcap")
  void liesAreShown() throws Exception {
    byte[] payload = small(0, 18, 100);
    payload[SES_AT + 3] = 99;
    byte[] udp = small(0, 18, 100);
    udp[39] = (byte) (udp[39] + 7); // the UDP length, above what the IPv4 header leaves
    byte[] type = small(0, 18, 100);
    type[AT] = (byte) (31 << 3);
    nack(0x33, 0);
    byte[] next = small(0, 18, 100);
    next[AT] = (byte) ((Uet.RUD_REQ << 3) | 6);
    byte[] bits = small(0, 18, 100);
    bits[SES_AT + 1] |= 0x04;
    byte[] header = Arrays.copyOf(frame(ANSWER_DSCP, 0, 10), 64);
    PdsNack.write(header, AT, 0, PdsNack.TRIMMED, PSN, 1, 2, 3);
    frames.set(frames.size() - 1, Arrays.copyOf(header, AT + 10));
    standard(Uet.RUD_REQ, 100, 60, 150, true);
    byte[] longAck = frame(ANSWER_DSCP, 0, PdsAck.BYTES + 3);
    PdsAck.write(longAck, AT, 0, 0, PSN, 1, 2, 0, 1, 1, 0);

    assertThat(rows(file(), "udp", "_ws.expert.message"))
        .satisfiesExactly(
            row -> assertThat(row).contains("says 99 bytes of payload, the UDP length says 100"),
            row -> assertThat(row).contains("UDP says 139 bytes, the IPv4 header leaves 132"),
            row -> assertThat(row).contains("type 31 is counted as unsupported"),
            row -> assertThat(row).contains("this code is counted as unsupported"),
            row -> assertThat(row).contains("next header 13 behind a request"),
            row -> assertThat(row).contains("IE, REL and HD are never set"),
            row -> assertThat(row).contains("has 16 bytes at 0, the packet ends at 10"),
            row -> assertThat(row).contains("bytes 100 to 160 of a message of 150"),
            row -> assertThat(row).contains("leaves 3 bytes behind the acknowledgement"));
  }

  private Path file() {
    Path file = folder.resolve("frames.pcap");
    try (PcapWriter writer = PcapWriter.create(file, StampUnit.NANOSECOND)) {
      for (byte[] frame : frames) {
        writer.write(0, frame, 0, frame.length, frame.length);
      }
    }
    return file;
  }

  // ---------------------------------------------------------------- captures of runs

  @Test
  @Experiment
  @Tag("pcap")
  void capturesOfEverySchemeHaveNoFault() throws Exception {
    ExternalTool.named("tshark", "pcap");
    List<String> names = new ArrayList<>(List.of("trace", "merge"));
    for (String scheme : AlgorithmRole.SCHEME.names(Schemes.BUILT_IN)) {
      boolean pauses = scheme.equals("rocev2");
      String queue = pauses ? "pfc.xoff-bdps=0.1" : QUEUE;
      names.add(run(names.size(), "--scheme", scheme, "--set", queue));
    }
    for (String set :
        List.of(
            "transport.ses=standard --trimming asic",
            "transport.ack-every-packets=4",
            "transport.delivery=rod --constants ue")) {
      names.add(run(names.size(), ("--set " + QUEUE + " --set " + set).split(" ", -1)));
    }
    Path all = folder.resolve("all.pcapng");
    names.addAll(List.of("-o", all.toString()));
    SmarttRun merged = SmarttRun.command(names.toArray(String[]::new));
    assertThat(merged.status()).as(merged.err()).isZero();

    String filter = "udp.dstport == " + Uet.UDP_PORT;
    assertThat(rows(all, FAULTS, "frame.number", "_ws.expert.message")).isEmpty();
    List<String> kinds = rows(all, filter, "_ws.col.Protocol", "smartt.kind");
    assertThat(kinds.stream().distinct())
        .contains(
            "SMaRTT|data",
            "SMaRTT|trimmed data",
            "SMaRTT|ACK",
            "SMaRTT|NACK",
            "SMaRTT|close",
            "SMaRTT|credit")
        .allMatch(kind -> kind.startsWith("SMaRTT|"));
    assertThat(rows(all, filter + " && !smartt", "frame.number")).isEmpty();
    assertThat(
            rows(
                all, "smartt.switch && smartt.ecn == \"CE\" && !smartt.trim", "smartt.queue_bytes"))
        .isNotEmpty()
        .allMatch(bytes -> bytes.matches("\\d+"));
  }

  private String run(int number, String... settings) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--topology", "single,4", "--workload", "incast:3x64KiB", "--capture"));
    arguments.addAll(List.of(settings));
    SmarttRun run = SmarttRun.of(folder.resolve("run" + number), arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run.folder().resolve("trace.pcapng").toString();
  }

  // ---------------------------------------------------------------- tshark

  private List<String> rows(Path file, String filter, String... fields) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("-r", file.toString(), "-Y", filter, "-T", "fields"));
    arguments.addAll(List.of("-E", "separator=|", "-E", "occurrence=a"));
    for (String field : fields) {
      arguments.addAll(List.of("-e", field));
    }
    return tshark(arguments.toArray(String[]::new)).lines().toList();
  }

  private String tshark(String... arguments) throws Exception {
    ExternalTool tshark = ExternalTool.named("tshark", "pcap");
    Path script =
        Files.writeString(folder.resolve(WiresharkFiles.DISSECTOR), WiresharkFiles.dissector());
    return tshark.output(
        Stream.concat(Stream.of("-n", "-X", "lua_script:" + script), Arrays.stream(arguments))
            .collect(Collectors.toList())
            .toArray(String[]::new));
  }
}
