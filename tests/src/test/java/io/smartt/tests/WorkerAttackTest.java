package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.base.input.SecretFile;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.needs.Namespaces;
import io.smartt.realtime.worker.v1.Cable;
import io.smartt.realtime.worker.v1.CarryEvent;
import io.smartt.realtime.worker.v1.CarryRequest;
import io.smartt.realtime.worker.v1.DescribeRequest;
import io.smartt.realtime.worker.v1.End;
import io.smartt.realtime.worker.v1.Host;
import io.smartt.realtime.worker.v1.MeasureWayRequest;
import io.smartt.realtime.worker.v1.ReleaseRequest;
import io.smartt.realtime.worker.v1.SwitchSeat;
import io.smartt.realtime.worker.v1.Tunnel;
import io.smartt.realtime.worker.v1.WorkerGrpc;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code smartt worker} runs as root and listens: what callers that mean no good get of it. */
@Tag("netns")
@Timeout(120)
@Isolated
class WorkerAttackTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";
  private static final int SILENT_CALLERS = 300;
  private static final int SECONDS = 30;

  @TempDir private static Path folder;
  private static Process worker;
  private static int port;

  private final List<ManagedChannel> channels = new ArrayList<>();

  @BeforeAll
  static void startWorker() throws IOException {
    Namespaces.require("nsenter");
    SecretFile.write(folder.resolve("token"), TOKEN);
    String certs = folder.resolve("certs").toString();
    assertThat(
            SmarttRun.command(
                    ("certs " + certs + " --name m0,127.0.0.1 --name h1 --controller controller")
                        .split(" "))
                .status())
        .isZero();
    List<String> command = new ArrayList<>(OwnJvm.optimisedCommand());
    command.addAll(List.of("worker", "--listen", "127.0.0.1:0", "--tls-cert", pem("m0")));
    command.addAll(List.of("--tls-key", pem("m0-key"), "--tls-ca", pem("ca")));
    command.addAll(List.of("--token-file", folder.resolve("token").toString()));
    worker = new ProcessBuilder(command).redirectErrorStream(true).start();
    // Not closed, so that the worker can write on.
    BufferedReader lines = worker.inputReader(StandardCharsets.UTF_8);
    String listening = lines.readLine();
    assertThat(listening).startsWith("Worker listening on ");
    port = Integer.parseInt(listening.substring(listening.lastIndexOf(':') + 1));
  }

  private static String pem(String name) {
    return folder.resolve("certs").resolve(name + ".pem").toString();
  }

  @AfterAll
  static void stopWorker() {
    if (worker != null) {
      worker.destroy();
      assertThat(NamespaceMachines.await(worker)).as("ended by SIGTERM").isEqualTo(143);
      assertThat(Netns.leftBy(worker.pid())).isEmpty();
    }
  }

  /** After each attempt it serves the next caller and has left nothing. */
  @AfterEach
  void isThereAndCarriesNothing() throws IOException {
    assertThat(Netns.leftBy(worker.pid())).isEmpty();
    assertThat(
            worker(TOKEN, "controller").describe(DescribeRequest.getDefaultInstance()).getCarries())
        .isFalse();
    channels.forEach(ManagedChannel::shutdownNow);
  }

  private WorkerGrpc.WorkerBlockingStub worker(String token, String own) throws IOException {
    TlsChannelCredentials.Builder tls =
        TlsChannelCredentials.newBuilder().trustManager(Path.of(pem("ca")).toFile());
    if (!own.isEmpty()) {
      tls.keyManager(Path.of(pem(own)).toFile(), Path.of(pem(own + "-key")).toFile());
    }
    ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port, tls.build()).build();
    channels.add(channel);
    return WorkerGrpc.newBlockingStub(
            ClientInterceptors.intercept(channel, new BearerToken(token).shown()))
        .withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }

  private static CarryRequest.Builder share() {
    return CarryRequest.newBuilder()
        .setMtuBytes(1_500)
        .addHosts(Host.newBuilder().setName("h1").setIpv4(0x0A000001).setMac(0x02_00_00_00_00_01L))
        .addSwitches(
            SwitchSeat.newBuilder().setName("s1").setId(1).setQueues(2).putInterfaces(1, "s1-eth1"))
        .addCables(
            Cable.newBuilder()
                .setA(End.newBuilder().setHost("h1").setInterfaceName("h1-eth0"))
                .setB(End.newBuilder().setInterfaceName("s1-eth1")));
  }

  private void assertRefused(CarryRequest.Builder share, Status.Code code, String why)
      throws IOException {
    Iterator<CarryEvent> events = worker(TOKEN, "controller").carry(share.build());
    StatusRuntimeException refused =
        catchThrowableOfType(StatusRuntimeException.class, events::next);
    assertThat(refused).isNotNull();
    assertThat(refused.getStatus().getCode()).as(refused.getMessage()).isEqualTo(code);
    assertThat(refused).hasMessageContaining(why);
  }

  @Test
  void withoutTokenOrCertificateNothingIsSaid() throws IOException {
    StatusRuntimeException wrong =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                worker("f".repeat(TOKEN.length()), "controller")
                    .describe(DescribeRequest.getDefaultInstance()));
    assertThat(wrong.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    // No certificate; one of a host, which is stolen with it; the worker's own.
    for (String own : List.of("", "h1", "m0")) {
      StatusRuntimeException unknown =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () -> worker(TOKEN, own).describe(DescribeRequest.getDefaultInstance()));
      assertThat(unknown.getStatus().getCode()).as(own).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  @Test
  void silentCallersAndGarbageKeepNobodyOut() throws IOException {
    List<Socket> open = new ArrayList<>();
    byte[] garbage = new byte[1 << 16];
    new SplittableRandom(1).nextBytes(garbage);
    try {
      for (int i = 0; i < SILENT_CALLERS; i++) {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        open.add(socket);
        if (i % 3 == 0) {
          try {
            socket.getOutputStream().write(garbage);
          } catch (IOException e) {
            // It has hung up, as it should.
          }
        }
      }
      assertThat(
              worker(TOKEN, "controller").describe(DescribeRequest.getDefaultInstance()).getCores())
          .isPositive();
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  @Test
  void whatCannotBeIsRefusedByNameAndNothingIsLeft() throws IOException {
    CarryRequest.Builder noCable = share().clearCables();
    assertRefused(noCable, Status.Code.INVALID_ARGUMENT, "'s1-eth1', where no cable ends");
    CarryRequest.Builder queues = share();
    queues.getSwitchesBuilder(0).setQueues(Integer.MAX_VALUE);
    assertRefused(queues, Status.Code.INVALID_ARGUMENT, "2147483647 queues a port");
    CarryRequest.Builder farPort = share();
    farPort.getSwitchesBuilder(0).putInterfaces(Integer.MAX_VALUE, "s1-eth1");
    assertRefused(farPort, Status.Code.INVALID_ARGUMENT, "has a port 2147483647");
    CarryRequest.Builder twice = share().addHosts(share().getHosts(0));
    assertRefused(twice, Status.Code.INVALID_ARGUMENT, "two nodes 'h1'");
    CarryRequest.Builder command = share();
    command.getHostsBuilder(0).setName("h1; reboot");
    assertRefused(command, Status.Code.INVALID_ARGUMENT, "is no name of a host");
    CarryRequest.Builder group = share().clearCables();
    group.addTunnels(
        Tunnel.newBuilder()
            .setEnd(End.newBuilder().setInterfaceName("s1-eth1"))
            .setVni(1)
            .setRemote("239.1.1.1"));
    assertRefused(group, Status.Code.INVALID_ARGUMENT, "no machine's address");
    CarryRequest.Builder taken = share();
    taken.getHostsBuilder(0).setName("sw");
    taken.getCablesBuilder(0).getABuilder().setHost("sw");
    assertRefused(taken, Status.Code.FAILED_PRECONDITION, "");
    CarryRequest.Builder many = share();
    for (int i = 0; i < 5_000; i++) {
      many.addHosts(Host.newBuilder().setName("x" + i));
    }
    assertRefused(many, Status.Code.INVALID_ARGUMENT, "5001 hosts");
    CarryRequest.Builder huge = share();
    huge.getHostsBuilder(0).setName("h".repeat(5 << 20));
    assertRefused(huge, Status.Code.RESOURCE_EXHAUSTED, "");
  }

  @Test
  void aSecondControllerIsRefusedAndTheFirstGoesOn() throws IOException {
    WorkerGrpc.WorkerBlockingStub first = worker(TOKEN, "controller");
    Iterator<CarryEvent> events = first.carry(share().build());
    assertThat(events.next().getLog()).contains("1 hosts, 1 switches");
    assertThat(events.next().getReady().getPortsMap()).containsOnlyKeys("h1", "s1");

    assertRefused(share(), Status.Code.FAILED_PRECONDITION, "carries a share of another run");
    for (int packets : new int[] {-1, 0, Integer.MAX_VALUE}) {
      StatusRuntimeException refused =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () ->
                  first.measureWay(
                      MeasureWayRequest.newBuilder()
                          .setPeer("1.2.3.4")
                          .setPackets(packets)
                          .build()));
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    assertThat(first.describe(DescribeRequest.getDefaultInstance()).getCarries()).isTrue();
    assertThat(first.release(ReleaseRequest.getDefaultInstance()).getCpuNs()).isNotNegative();
    assertThat(events.hasNext()).isFalse();
  }
}
