package io.smartt.switchd.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.PcapWriter;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TestPrograms;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.port.FilePort;
import io.smartt.softswitch.standalone.PlainSettings;
import io.smartt.softswitch.standalone.StandaloneSettings;
import io.smartt.softswitch.standalone.StandaloneSwitch.PortStatus;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.command.SwitchMain;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.ctl.v1.SetPortWireRequest;
import io.smartt.switchd.ctl.v1.SetQueueCapacityRequest;
import io.smartt.switchd.ctl.v1.Sharing;
import io.smartt.switchd.ctl.v1.SwitchControlGrpc;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.GetForwardingPipelineConfigRequest;
import org.p4.v1.P4RuntimeGrpc;

/** A whole switch process, its ports capture files, its servers on free TCP ports. */
class SwitchProcessTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000), ZoneOffset.UTC);

  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;
  private Path program;

  @BeforeEach
  void writeProgram() {
    program = TestPrograms.write(TestPrograms.FEATURES, folder);
  }

  /** Packets that all leave by port 2, but for the last, whose operation is unknown. */
  private Path capture(String name, int packets) {
    Path file = folder.resolve(name);
    try (PcapWriter writer = PcapWriter.create(file)) {
      for (int i = 0; i < packets; i++) {
        writer.write(i, new byte[] {(byte) 0xf0, (byte) i, 0, 0, 0, 0, 1, 2}, 0, 8);
      }
      writer.write(packets, new byte[] {0x55, 0, 0, 0, 0, 0}, 0, 6);
    }
    return file;
  }

  private SwitchRequest request(Map<Integer, String> ports, boolean endWithFiles) {
    return new SwitchRequest(
        PlainSettings.with(OptionalInt.empty(), OptionalLong.empty()),
        ports,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.of(program),
        Optional.empty(),
        loopback(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        new SwitchRequest.LogRequest(false, Optional.empty(), SwitchLog.Level.OFF, false, 0),
        endWithFiles,
        IdleStrategy.BLOCK,
        false);
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private SwitchRequest withTls(TlsFiles tls) {
    SwitchRequest plain = request(Map.of(), false);
    return new SwitchRequest(
        plain.settings(),
        plain.ports(),
        plain.useFilesWaitS(),
        plain.pcapFolder(),
        plain.program(),
        plain.p4Info(),
        plain.p4Runtime(),
        plain.control(),
        plain.thrift(),
        Optional.of(tls),
        plain.strict(),
        plain.log(),
        plain.endWithFiles(),
        plain.idle(),
        plain.ignoresIpv6Multicast());
  }

  private SwitchProcess start(SwitchRequest request) {
    return new SwitchProcess(request, new PrintWriter(out, true), CLOCK);
  }

  private static List<RecordedPacket> read(Path file) {
    List<RecordedPacket> packets = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      for (Optional<RecordedPacket> packet = reader.next();
          packet.isPresent();
          packet = reader.next()) {
        packets.add(packet.get());
      }
    }
    return packets;
  }

  @Test
  void captureFilesGoThroughTheProgramWithItsInitialEntries() {
    Path first = capture("s1-eth1_in.pcap", 300);
    Path second = capture("two.pcap", 0);

    try (SwitchProcess process =
        start(request(Map.of(1, first.toString(), 2, second.toString()), true))) {
      process.await();
      assertThat(process.device().counters().droppedByProgram()).isEqualTo(2);
    }

    List<RecordedPacket> sent = read(folder.resolve("two_out.pcap"));
    assertThat(sent).hasSize(300);
    assertThat(sent.get(299).bytes()).containsExactly(0xf0, 299 & 0xff, 0, 0, 0, 0, 1, 2);
    assertThat(sent.getFirst().timeNs()).isEqualTo(1_000_000_000_000L);
    assertThat(read(folder.resolve("s1-eth1_out.pcap"))).isEmpty();
  }

  @Test
  void packetsForControllersThatAreNotThereAreLostAndNotSent() {
    Path file = capture("in.pcap", 300);
    SwitchRequest plain = request(Map.of(1, file.toString()), false);
    try (SwitchProcess process =
        start(
            with(
                plain, PlainSettings.with(OptionalInt.of(2), OptionalLong.empty()), plain.log()))) {
      awaitReceived(process, 301);

      PortStatus cpu = process.device().ports().getLast();
      assertThat(cpu.sent().packets()).isZero();
      assertThat(cpu.sendLostPackets()).isEqualTo(300);
      assertThat(process.device().packets().dropped().of(DropReason.CONTROLLER)).hasValue(300);
      assertThat(process.device().packets().dropped().of(DropReason.KERNEL)).hasValue(0);
      assertThat(ctl(0, "ports", "--addr", "127.0.0.1:" + process.p4RuntimePort()))
          .contains(
              "Not taken by controllers: 300 packet-ins, 0 digest lists, 0 idle notices, 0 stream"
                  + " errors");
    }
  }

  private static void awaitReceived(SwitchProcess process, long packets) {
    while (process.device().counters().received() < packets || !process.device().isIdle()) {
      Thread.onSpinWait();
    }
  }

  private static SwitchRequest with(
      SwitchRequest plain, StandaloneSettings settings, SwitchRequest.LogRequest log) {
    return new SwitchRequest(
        settings,
        plain.ports(),
        plain.useFilesWaitS(),
        plain.pcapFolder(),
        plain.program(),
        plain.p4Info(),
        plain.p4Runtime(),
        plain.control(),
        plain.thrift(),
        plain.tls(),
        plain.strict(),
        log,
        plain.endWithFiles(),
        plain.idle(),
        plain.ignoresIpv6Multicast());
  }

  /** The lines that p4lang's tutorials have people search for, as simple_switch has them. */
  @Test
  void theLogSaysWhatTheProgramDoes() throws IOException {
    Path log = folder.resolve("s1.log");
    SwitchRequest plain =
        request(
            Map.of(1, capture("in.pcap", 1).toString(), 2, capture("b.pcap", 0).toString()), true);
    SwitchRequest logged =
        with(
            plain,
            plain.settings(),
            new SwitchRequest.LogRequest(false, Optional.of(log), SwitchLog.Level.TRACE, true, 0));
    try (SwitchProcess process = start(logged)) {
      process.await();
    }

    assertThat(Files.readString(log))
        .contains(
            "[cxt 0] Processing packet received on port 1",
            "[D] [0.0] [cxt 0] Parser 'parser': start",
            "Parser 'parser' entering state 'start'",
            "Extracting header 'operation'",
            "[T] [0.0] [cxt 0] Bytes parsed:",
            "Pipeline 'ingress': start",
            "Looking up key:",
            "Table 'MyIngress.operations': hit",
            "Table 'MyIngress.operations': miss",
            "Action entry is MyIngress.forward - 2,",
            "Egress port is 2",
            "Pipeline 'egress': end",
            "Deparsing header 'operation'",
            "[cxt 0] Transmitting packet of size 8 out of port 2",
            "Egress port is 511",
            "[D] [2.0] [cxt 0] Dropping packet at the end of ingress")
        .containsPattern("\\[T\\] \\[0.0\\] \\[cxt 0\\] features.p4\\(\\d+\\) Primitive ")
        .containsPattern("features.p4\\(\\d+\\) Condition \".*\" \\(.*\\) is (true|false)");
    assertThat(read(folder.resolve("b_out.pcap"))).hasSize(1);
  }

  @Test
  void outputNamesFollowThoseOfSimpleSwitch() {
    assertThat(FilePort.outputOf(Path.of("a/s1-eth1_in.pcap")))
        .isEqualTo(Path.of("a/s1-eth1_out.pcap"));
    assertThat(FilePort.outputOf(Path.of("x.pcapng"))).isEqualTo(Path.of("x_out.pcap"));
  }

  @Test
  void useFilesNamesBothFilesOfAPort() {
    capture("s1-eth1_in.pcap", 3);
    capture("s1-eth2_in.pcap", 0);
    SwitchRequest plain =
        request(
            Map.of(
                1, folder.resolve("s1-eth1").toString(), 2, folder.resolve("s1-eth2").toString()),
            true);
    SwitchRequest request =
        new SwitchRequest(
            plain.settings(),
            plain.ports(),
            OptionalInt.of(0),
            plain.pcapFolder(),
            plain.program(),
            plain.p4Info(),
            plain.p4Runtime(),
            plain.control(),
            plain.thrift(),
            plain.tls(),
            plain.strict(),
            plain.log(),
            plain.endWithFiles(),
            plain.idle(),
            plain.ignoresIpv6Multicast());

    try (SwitchProcess process = start(request)) {
      process.await();
    }

    assertThat(read(folder.resolve("s1-eth2_out.pcap"))).hasSize(3);
  }

  @Test
  void theProgramItWasStartedWithIsReadOverP4Runtime() {
    try (SwitchProcess process = start(request(Map.of(), false))) {
      ManagedChannel channel = channel(process, InsecureChannelCredentials.create());
      try {
        assertThat(
                P4RuntimeGrpc.newBlockingStub(channel)
                    .getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.getDefaultInstance())
                    .getConfig()
                    .getP4Info()
                    .getTablesCount())
            .isEqualTo(3);
      } finally {
        channel.shutdownNow();
      }
    }
    assertThat(out.toString()).contains("Server listening on ");
  }

  @Test
  void anEmptyP4InfoFileIsTaken() throws IOException {
    Files.write(folder.resolve("features.p4info.txtpb"), new byte[0]);
    Path first = capture("in.pcap", 5);
    Path second = capture("two.pcap", 0);

    try (SwitchProcess process =
        start(request(Map.of(1, first.toString(), 2, second.toString()), true))) {
      process.await();
    }

    assertThat(out.toString()).doesNotContain("No P4Info in the program's folder");
    assertThat(read(folder.resolve("two_out.pcap"))).hasSize(5);
  }

  @Test
  void withoutP4InfoTheProgramRunsAndItSaysSo() throws IOException {
    Files.delete(folder.resolve("features.p4info.txtpb"));
    Path first = capture("in.pcap", 5);
    Path second = capture("two.pcap", 0);

    try (SwitchProcess process =
        start(request(Map.of(1, first.toString(), 2, second.toString()), true))) {
      process.await();
    }

    assertThat(out.toString()).contains("No P4Info in the program's folder");
    assertThat(read(folder.resolve("two_out.pcap"))).hasSize(5);
  }

  @Test
  void ctlSetsRatesAndCapacitiesAndReadsQueues() {
    Path file = capture("in.pcap", 0);
    try (SwitchProcess process = start(request(Map.of(2, file.toString()), false))) {
      String address = "127.0.0.1:" + process.p4RuntimePort();

      assertThat(ctl(0, "set-rate", "2", "10Mbps", "--addr", address)).contains("10Mbps");
      assertThat(ctl(0, "set-capacity", "2", "9packets", "3KiB", "--addr", address))
          .contains("9packets, 3KiB");
      assertThat(ctl(0, "ports", "--addr", address)).contains("10Mbps", "in.pcap", "up");
      assertThat(ctl(0, "queues", "--addr", address)).contains("9 packets, 3KiB", "trimmed");
      assertThat(ctl(0, "queues", "--watch", "0.01", "--count", "2", "--json", "--addr", address))
          .hasLineCount(2)
          .contains("\"capacityBytes\":\"3072\"");
      assertThat(ctl(1, "set-rate", "7", "10Mbps", "--addr", address))
          .contains("the switch has no port 7; it has [2]");
      assertThat(ctl(1, "set-capacity", "2", "9packets", "--queue", "4", "--addr", address))
          .contains("ports have queues 0 to 0, not 4");
      assertThat(ctl(2, "set-capacity", "2", "64", "--addr", address))
          .contains("say packets or bytes");
      assertThat(ctl(2, "set-rate", "two", "10Mbps", "--addr", address))
          .contains("write port numbers such as 1,2,5");
    }
  }

  @Test
  void memoryIsSharedOverTheControlService() {
    Path file = capture("in.pcap", 0);
    try (SwitchProcess process = start(request(Map.of(2, file.toString()), false))) {
      ManagedChannel channel = channel(process, InsecureChannelCredentials.create());
      try {
        var control = SwitchControlGrpc.newBlockingStub(channel);
        SetQueueCapacityRequest shared =
            SetQueueCapacityRequest.newBuilder()
                .addPorts(2)
                .setBytes(1_000_000)
                .setWeight(3)
                .setSharing(
                    Sharing.newBuilder().setSharedBytes(9_000).setAlpha(0.5).setReservedBytes(70))
                .build();

        assertThat(control.setQueueCapacity(shared)).isNotNull();

        TrafficManager queues = process.device().embedded().trafficManager();
        assertThat(queues.config(2, 0).weight()).isEqualTo(3);
        assertThat(queues.config(2, 0).sharing()).contains(new QueueConfig.Sharing(9_000, 0.5, 70));
        assertThat(queues.bounds(2, 0).capacityBytes()).isEqualTo(70 + 3_000);
        SetQueueCapacityRequest none =
            shared.toBuilder().setSharing(Sharing.newBuilder().setSharedBytes(1)).build();
        assertThatThrownBy(() -> control.setQueueCapacity(none))
            .hasMessage(
                "INVALID_ARGUMENT: 1 B shared, alpha 0.0, 0 B reserved: want above 0, above 0, 0 or"
                    + " more");
      } finally {
        channel.shutdownNow();
      }
    }
  }

  @Test
  void aCableIsSetOverTheControlService() {
    Path file = capture("in.pcap", 0);
    try (SwitchProcess process = start(request(Map.of(2, file.toString()), false))) {
      ManagedChannel channel = channel(process, InsecureChannelCredentials.create());
      try {
        var control = SwitchControlGrpc.newBlockingStub(channel);
        SetPortWireRequest lossy =
            SetPortWireRequest.newBuilder()
                .addPorts(2)
                .setOutPs(5)
                .setInPs(7)
                .setFromHost(true)
                .setLoss(0.25)
                .setDown(true)
                .build();

        assertThat(control.setPortWire(lossy)).isNotNull();

        assertThat(process.device().wire(2)).isEqualTo(new Wire(5, 7, true, 0.25, false));
        SetPortWireRequest tooMuch = lossy.toBuilder().setLoss(2).build();
        assertThatThrownBy(() -> control.setPortWire(tooMuch))
            .hasMessageStartingWith("INVALID_ARGUMENT");
        SetPortWireRequest nowhere = lossy.toBuilder().clearPorts().addPorts(9).build();
        assertThatThrownBy(() -> control.setPortWire(nowhere)).hasMessageStartingWith("NOT_FOUND");
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private static String ctl(int status, String... arguments) {
    StringWriter text = new StringWriter();
    List<String> all = new ArrayList<>(List.of("ctl"));
    all.addAll(List.of(arguments));
    int ended =
        SwitchMain.execute(
            new Console(new PrintWriter(text, true), new PrintWriter(text, true), false),
            all.toArray(String[]::new));
    assertThat(ended).as(text.toString()).isEqualTo(status);
    return text.toString();
  }

  @Test
  void ctlWithoutASwitchSaysWhereItLooked() throws IOException {
    // Bound, so that nobody else comes to listen there.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String at = "127.0.0.1:" + taken.getLocalPort();

      assertThat(ctl(1, "ports", "--addr", at)).contains("no switch answers at " + at);
    }
  }

  @Test
  void mutualTlsLetsInWhoShowsTheRightCertificateOnly() {
    TestCertificate server = TestCertificate.make(folder, "server");
    TestCertificate client = TestCertificate.make(folder, "client", "clientAuth");
    TestCertificate stranger = TestCertificate.make(folder, "stranger", "clientAuth");
    TlsFiles tls =
        new TlsFiles(server.certificate(), server.key(), Optional.of(client.certificate()));

    try (SwitchProcess process = start(withTls(tls))) {
      assertThat(version(process, credentials(server, client))).isEqualTo("1.5.0");
      assertRefused(process, credentials(server, stranger));
      assertRefused(process, trusting(server));
      assertRefused(process, InsecureChannelCredentials.create());
      assertRefused(process, credentials(stranger, client));
      String address = "localhost:" + process.p4RuntimePort();
      assertThat(
              ctl(
                  0,
                  "ports",
                  "--addr",
                  address,
                  "--tls-ca",
                  server.certificate().toString(),
                  "--tls-cert",
                  client.certificate().toString(),
                  "--tls-key",
                  client.key().toString()))
          .contains("attached to");
    }
  }

  @Test
  void tlsAloneAsksClientsForNothing() {
    TestCertificate server = TestCertificate.make(folder, "server");

    try (SwitchProcess process =
        start(withTls(new TlsFiles(server.certificate(), server.key(), Optional.empty())))) {
      assertThat(version(process, trusting(server))).isEqualTo("1.5.0");
      assertRefused(process, InsecureChannelCredentials.create());
      assertThat(ctl(1, "ports", "--addr", "localhost:" + process.p4RuntimePort()))
          .contains("as one does that wants TLS and was spoken to without it")
          .hasLineCount(1);
    }
  }

  @Test
  void aSwitchWithoutTlsIsSaidToWhoComesWithIt() {
    TestCertificate server = TestCertificate.make(folder, "server");
    Path file = capture("in.pcap", 0);

    try (SwitchProcess process = start(request(Map.of(2, file.toString()), false))) {
      String address = "localhost:" + process.p4RuntimePort();
      String ca = server.certificate().toString();
      assertThat(ctl(1, "ports", "--addr", address, "--tls-ca", ca))
          .contains(address, "the server does not speak TLS")
          .hasLineCount(1);
    }
  }

  @Test
  void aFileThatIsNoKeyIsNamed() {
    TestCertificate server = TestCertificate.make(folder, "server");

    assertThatThrownBy(() ->
            start(
                withTls(
                    new TlsFiles(server.certificate(), server.certificate(), Optional.empty()))))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(
            "server.crt: has no -----BEGIN PRIVATE KEY-----; it holds CERTIFICATE");
  }

  @Test
  void aKeyOfAnotherCertificateIsRefusedAtTheStart() {
    TestCertificate server = TestCertificate.make(folder, "server");
    TestCertificate other = TestCertificate.make(folder, "other");

    assertThatThrownBy(
            () -> start(withTls(new TlsFiles(server.certificate(), other.key(), Optional.empty()))))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            folder.resolve("other.key")
                + ": is not the key of the certificate "
                + folder.resolve("server.crt"));
  }

  private static ChannelCredentials credentials(TestCertificate trusted, TestCertificate own) {
    try {
      return TlsChannelCredentials.newBuilder()
          .trustManager(trusted.certificate().toFile())
          .keyManager(own.certificate().toFile(), own.key().toFile())
          .build();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ChannelCredentials trusting(TestCertificate trusted) {
    try {
      return TlsChannelCredentials.newBuilder()
          .trustManager(trusted.certificate().toFile())
          .build();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ManagedChannel channel(SwitchProcess process, ChannelCredentials credentials) {
    return NettyChannelBuilder.forAddress("localhost", process.p4RuntimePort(), credentials)
        .build();
  }

  private static String version(SwitchProcess process, ChannelCredentials credentials) {
    ManagedChannel channel = channel(process, credentials);
    try {
      return P4RuntimeGrpc.newBlockingStub(channel)
          .capabilities(CapabilitiesRequest.getDefaultInstance())
          .getP4RuntimeApiVersion();
    } finally {
      channel.shutdownNow();
    }
  }

  private static void assertRefused(SwitchProcess process, ChannelCredentials credentials) {
    assertThatThrownBy(() -> version(process, credentials))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageStartingWith("UNAVAILABLE");
  }

  @Test
  void anAddressInUseIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      SwitchRequest plain = request(Map.of(), false);
      SwitchRequest request =
          new SwitchRequest(
              plain.settings(),
              plain.ports(),
              plain.useFilesWaitS(),
              plain.pcapFolder(),
              plain.program(),
              plain.p4Info(),
              new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort()),
              plain.control(),
              plain.thrift(),
              plain.tls(),
              plain.strict(),
              plain.log(),
              plain.endWithFiles(),
              plain.idle(),
              plain.ignoresIpv6Multicast());

      assertThatThrownBy(() -> start(request))
          .isInstanceOf(RunFailedException.class)
          .hasMessageContaining("no server at localhost:" + taken.getLocalPort())
          .hasMessageContaining("in use");
    }
  }

  @Test
  void whatCannotBeAttachedIsNamed() throws IOException {
    assertThatThrownBy(() -> start(request(Map.of(1, "missing.pcap"), false)))
        .isInstanceOf(UserInputException.class)
        .hasMessage("port 1: missing.pcap: no such capture file");
    assertThatThrownBy(() -> start(request(Map.of(1, "smartt-none"), false)))
        .isInstanceOf(RunFailedException.class)
        .hasMessageStartingWith("port 1: ")
        .hasMessageContaining("smartt-none");
    Path file = capture("in.pcap", 0);
    assertThatThrownBy(() -> start(request(Map.of(511, file.toString()), false)))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("port 511 is the drop port");
    Files.writeString(program, "{}");
    assertThatThrownBy(() -> start(request(Map.of(), false)))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("features.json with ")
        .hasMessageContaining("cannot run it");
  }
}
