package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.smartt.controller.gnmi.CapabilityRequest;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.GetRequest;
import io.smartt.controller.gnmi.Notification;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.PathElem;
import io.smartt.controller.gnmi.Poll;
import io.smartt.controller.gnmi.SubscribeRequest;
import io.smartt.controller.gnmi.SubscribeResponse;
import io.smartt.controller.gnmi.Subscription;
import io.smartt.controller.gnmi.SubscriptionList;
import io.smartt.controller.gnmi.SubscriptionMode;
import io.smartt.controller.gnmi.Update;
import io.smartt.controller.gnmi.gNMIGrpc;
import io.smartt.emulation.cli.journey.JourneyAnswers;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.view.gnmi.GnmiServer;
import io.smartt.view.live.LiveServer;
import io.smartt.view.live.LiveServer.LiveToken;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run's switches as gNMI clients see them, next to what the run's own tables have. */
@Timeout(120)
class GnmiRunTest {
  private static final LiveToken TOKEN = LiveToken.random(new SecureRandom());
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SAMPLE_NS = TimeUnit.MILLISECONDS.toNanos(200);

  @TempDir private static java.nio.file.Path temp;

  private static LiveServer live;
  private static GnmiServer server;
  private static ManagedChannel channel;

  @BeforeAll
  static void run() {
    live = LiveServer.start(0, TOKEN, "test", new JourneyAnswers());
    var _ =
        new LocalRunner(Clock.systemUTC(), 1, Fabrics.builtIn())
            .run(
                new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
                    .load("virtual", Map.of(), List.of("workload=incast:8x64KiB"), false),
                Optional.of(temp.resolve("run")),
                live.watching(RunMonitor.NONE));
    live.end(RunStatus.COMPLETED);
    server = GnmiServer.start(0, InsecureServerCredentials.create(), TOKEN::is, live::ask);
    channel =
        Grpc.newChannelBuilder("127.0.0.1:" + server.port(), InsecureChannelCredentials.create())
            .build();
  }

  @AfterAll
  static void stop() {
    channel.shutdownNow();
    server.close();
    live.close();
  }

  private static Metadata header(String name, String value) {
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
    return headers;
  }

  private static gNMIGrpc.gNMIBlockingStub stub() {
    return gNMIGrpc
        .newBlockingStub(channel)
        .withInterceptors(
            MetadataUtils.newAttachHeadersInterceptor(
                header("authorization", "Bearer " + TOKEN.text())))
        .withDeadlineAfter(60, TimeUnit.SECONDS);
  }

  /** Of {@code a/b[key=value]/c}. */
  private static Path path(String text) {
    Path.Builder path = Path.newBuilder();
    for (String name : text.split("/", -1)) {
      int bracket = name.indexOf('[');
      PathElem.Builder element = PathElem.newBuilder();
      if (bracket < 0) {
        element.setName(name);
      } else {
        String[] key = name.substring(bracket + 1, name.length() - 1).split("=", 2);
        element.setName(name.substring(0, bracket)).putKey(key[0], key[1]);
      }
      path.addElem(element);
    }
    return path.build();
  }

  private static Path target(String name) {
    return Path.newBuilder().setTarget(name).build();
  }

  private static List<Notification> get(String target, Encoding encoding, String path) {
    return stub()
        .get(
            GetRequest.newBuilder()
                .setPrefix(target(target))
                .addPath(path(path))
                .setEncoding(encoding)
                .build())
        .getNotificationList();
  }

  /** A stream, and what came of it. */
  private static final class Client implements StreamObserver<SubscribeResponse> {
    final BlockingQueue<Object> came = new LinkedBlockingQueue<>();
    final StreamObserver<SubscribeRequest> to;

    Client(
        SubscriptionList.Mode mode,
        String target,
        String path,
        Consumer<Subscription.Builder> more) {
      to =
          gNMIGrpc
              .newStub(channel)
              .withInterceptors(
                  MetadataUtils.newAttachHeadersInterceptor(header("password", TOKEN.text())))
              .subscribe(this);
      Subscription.Builder one = Subscription.newBuilder().setPath(path(path));
      more.accept(one);
      to.onNext(
          SubscribeRequest.newBuilder()
              .setSubscribe(
                  SubscriptionList.newBuilder()
                      .setPrefix(target(target))
                      .setMode(mode)
                      .setEncoding(Encoding.PROTO)
                      .addSubscription(one))
              .build());
    }

    @Override
    public void onNext(SubscribeResponse response) {
      came.add(response);
    }

    @Override
    public void onError(Throwable error) {
      came.add(error);
    }

    @Override
    public void onCompleted() {
      came.add("end");
    }

    Object next() throws InterruptedException {
      Object one = came.poll(60, TimeUnit.SECONDS);
      assertThat(one).isNotNull();
      return one;
    }

    SubscribeResponse response() throws InterruptedException {
      return (SubscribeResponse) next();
    }

    /** The notifications up to the next sync. */
    List<Notification> untilSync() throws InterruptedException {
      List<Notification> updates = new ArrayList<>();
      SubscribeResponse response = response();
      while (!response.getSyncResponse()) {
        updates.add(response.getUpdate());
        response = response();
      }
      return updates;
    }
  }

  private static List<Map<String, String>> table(String name) throws IOException {
    List<String> lines = Files.readAllLines(temp.resolve("run").resolve(name));
    String[] head = lines.getFirst().split(",", -1);
    return lines.stream()
        .skip(1)
        .map(line -> {
          String[] cells = line.split(",", -1);
          return IntStream.range(0, head.length)
              .boxed()
              .collect(Collectors.toMap(i -> head[i], i -> cells[i]));
        })
        .toList();
  }

  private static String cell(Map<String, String> row, String column) {
    return Objects.requireNonNull(row.get(column));
  }

  private static String ethernet(String port) {
    return "Ethernet" + 4 * (Integer.parseInt(port) - 1);
  }

  private static long count(Update update) {
    return update.getVal().getUintVal();
  }

  @Test
  void queuesHaveTheCountsOfTheRunsTable() throws IOException, InterruptedException {
    Client client = new Client(SubscriptionList.Mode.ONCE, "*", "qos/interfaces", one -> {});
    Map<String, Long> counts =
        client.untilSync().stream()
            .flatMap(one ->
                one.getUpdateList().stream()
                    .map(update -> Map.entry(one.getPrefix().getTarget(), update)))
            .filter(one -> one.getValue().getVal().getStringVal().isEmpty())
            .collect(
                Collectors.toMap(
                    one -> {
                      List<PathElem> path = one.getValue().getPath().getElemList();
                      return String.join(
                          " ",
                          one.getKey(),
                          path.get(2).getKeyOrThrow("interface-id"),
                          path.get(5).getKeyOrThrow("name"),
                          path.getLast().getName());
                    },
                    one -> count(one.getValue())));
    assertThat(client.next()).isEqualTo("end");

    List<Map<String, String>> queues = table("switches.csv");
    assertThat(queues).isNotEmpty();
    for (Map<String, String> queue : queues) {
      String name =
          String.join(
              " ", cell(queue, "switch"), ethernet(cell(queue, "port")), cell(queue, "queue"));
      assertThat(counts)
          .containsEntry(name + " transmit-pkts", Long.parseLong(cell(queue, "dequeued_packets")))
          .containsEntry(name + " transmit-octets", Long.parseLong(cell(queue, "dequeued_bytes")))
          .containsEntry(name + " dropped-pkts", Long.parseLong(cell(queue, "dropped_packets")))
          .containsEntry(name + " trim-pkts", Long.parseLong(cell(queue, "trimmed_packets")))
          .containsEntry(name + " out-trim-pkts", Long.parseLong(cell(queue, "trimmed_packets")))
          .containsEntry(name + " dropped-trim-pkts", 0L)
          .containsEntry(name + " ecn-marked-pkts", Long.parseLong(cell(queue, "marked_packets")));
    }
    assertThat(queues.stream().anyMatch(queue -> !cell(queue, "trimmed_packets").equals("0")))
        .isTrue();
  }

  /** OpenConfig's pull request 1457, as state: a port has a queue of data and one above it. */
  @Test
  void switchesSayWhichQueuesTrim() {
    String queues = "qos/buffer-allocation-profiles/buffer-allocation-profile/queues/queue";
    List<Notification> said = get("leaf1", Encoding.PROTO, queues + "/state/trim-enable");
    assertThat(said.getFirst().getUpdateList())
        .extracting(update -> update.getVal().getBoolVal())
        .containsExactly(true, false);
    List<Notification> priority = get("leaf1", Encoding.PROTO, "qos/packet-trim");
    assertThat(count(priority.getFirst().getUpdate(0))).isEqualTo(1);
  }

  /** What a port has received is what the port at the other end of its cable has sent. */
  @Test
  void portsHaveReceivedWhatTheirPeersHaveSent() throws IOException, InterruptedException {
    // Of each switch by the peer at the port: there is one cable between two of them.
    Map<String, Map<String, Long>> ports = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    Client client = new Client(SubscriptionList.Mode.ONCE, "*", "interfaces", one -> {});
    for (Notification device : client.untilSync()) {
      String name = device.getPrefix().getTarget();
      Map<String, Map<String, Long>> counters = new HashMap<>();
      Map<String, String> peers = new HashMap<>();
      for (Update update : device.getUpdateList()) {
        String port = update.getPath().getElem(1).getKeyOrThrow("name");
        String leaf = update.getPath().getElemList().getLast().getName();
        if (leaf.equals("description")) {
          peers.put(port, update.getVal().getStringVal());
        } else if (update.getVal().hasUintVal()) {
          counters.computeIfAbsent(port, _ -> new HashMap<>()).put(leaf, count(update));
        }
      }
      peers.forEach((port, peer) -> {
        ports.put(name + " " + peer, Objects.requireNonNull(counters.get(port)));
        names.put(name + " " + port, name + " " + peer);
      });
    }
    Map<String, long[]> sent = new HashMap<>();
    for (Map<String, String> queue : table("switches.csv")) {
      String port = cell(queue, "switch") + " " + ethernet(cell(queue, "port"));
      long[] sum = sent.computeIfAbsent(Objects.requireNonNull(names.get(port)), _ -> new long[3]);
      sum[0] += Long.parseLong(cell(queue, "dequeued_packets"));
      sum[1] += Long.parseLong(cell(queue, "dequeued_bytes"));
      sum[2] += Long.parseLong(cell(queue, "trimmed_packets"));
    }
    assertThat(sent.values()).anyMatch(sum -> sum[2] > 0);
    sent.forEach(
        (port, sum) -> assertThat(ports.get(port)).as(port).containsEntry("trim-pkts", sum[2]));
    int compared = 0;
    for (Map.Entry<String, Map<String, Long>> port : ports.entrySet()) {
      String[] ends = port.getKey().split(" ", -1);
      long[] expected = sent.get(ends[1] + " " + ends[0]);
      if (expected != null) {
        assertThat(port.getValue())
            .as(port.getKey())
            .containsEntry("in-pkts", expected[0])
            .containsEntry("in-octets", expected[1]);
        compared += expected[0] > 0 ? 1 : 0;
      }
    }
    assertThat(compared).isPositive();
  }

  @Test
  void sonicsTreeHasTheSame() throws IOException {
    Map<String, String> queue =
        table("switches.csv").stream()
            .filter(row -> !cell(row, "dequeued_packets").equals("0"))
            .findFirst()
            .orElseThrow();
    String port = ethernet(cell(queue, "port"));
    String target = "COUNTERS_DB/" + cell(queue, "switch");

    Notification queues =
        get(target, Encoding.JSON_IETF, "COUNTERS/" + port + "/Queues").getFirst();

    assertThat(queues.getPrefix().getTarget()).isEqualTo(target);
    JsonNode json =
        JSON.readTree(queues.getUpdate(0).getVal().getJsonIetfVal().toStringUtf8())
            .path(port + ":" + cell(queue, "queue"));
    assertThat(json.path("SAI_QUEUE_STAT_PACKETS").asText())
        .isEqualTo(cell(queue, "dequeued_packets"));
    assertThat(json.path("SAI_QUEUE_STAT_BYTES").asText()).isEqualTo(cell(queue, "dequeued_bytes"));
    JsonNode all =
        JSON.readTree(
            get(target, Encoding.JSON, "COUNTERS/Ethernet*")
                .getFirst()
                .getUpdate(0)
                .getVal()
                .getJsonVal()
                .toStringUtf8());
    assertThat(
            get(target, Encoding.JSON, "COUNTERS/" + port + "/SAI_PORT_STAT_IF_OUT_OCTETS")
                .getFirst()
                .getUpdate(0)
                .getVal()
                .getJsonVal()
                .toStringUtf8())
        .isEqualTo(all.path(port).path("SAI_PORT_STAT_IF_OUT_OCTETS").toString());
  }

  /** SAI counts a trim at the queue that had no room, and there as a drop too. */
  @Test
  void sonicsTreeHasTrimsWhereSaiHasThem() throws IOException {
    List<Map<String, String>> all = table("switches.csv");
    Map<String, String> entered =
        all.stream()
            .filter(row -> !cell(row, "trimmed_packets").equals("0"))
            .findFirst()
            .orElseThrow();
    String port = ethernet(cell(entered, "port"));
    JsonNode queues =
        JSON.readTree(
            get(
                    "COUNTERS_DB/" + cell(entered, "switch"),
                    Encoding.JSON,
                    "COUNTERS/" + port + "/Queues")
                .getFirst()
                .getUpdate(0)
                .getVal()
                .getJsonVal()
                .toStringUtf8());
    String trims = cell(entered, "trimmed_packets");
    for (String name : List.of("TRIM_PACKETS", "DROPPED_PACKETS")) {
      assertThat(queues.path(port + ":0").path("SAI_QUEUE_STAT_" + name).asText())
          .as(name)
          .isEqualTo(trims);
      assertThat(queues.path(port + ":1").path("SAI_QUEUE_STAT_" + name).asText())
          .as(name)
          .isEqualTo("0");
    }
  }

  @Test
  void aSampleComesAgainAndAnUnchangedValueOnlyWithAHeartbeat() throws InterruptedException {
    String path = "interfaces/interface[name=Ethernet0]/state/counters/out-pkts";
    Client sampled =
        new Client(
            SubscriptionList.Mode.STREAM,
            "leaf1",
            path,
            one -> one.setMode(SubscriptionMode.SAMPLE).setSampleInterval(SAMPLE_NS));
    Notification first = sampled.untilSync().getFirst();
    Notification second = sampled.response().getUpdate();
    assertThat(second.getUpdate(0)).isEqualTo(first.getUpdate(0));
    assertThat(second.getTimestamp()).isGreaterThan(first.getTimestamp());
    sampled.to.onError(new IllegalStateException("enough"));

    Client changes =
        new Client(
            SubscriptionList.Mode.STREAM,
            "leaf1",
            path,
            one -> one.setMode(SubscriptionMode.ON_CHANGE).setHeartbeatInterval(5 * SAMPLE_NS));
    Notification before = changes.untilSync().getFirst();
    Notification heart = changes.response().getUpdate();
    assertThat(heart.getTimestamp() - before.getTimestamp()).isGreaterThan(4 * SAMPLE_NS);
    changes.to.onError(new IllegalStateException("enough"));
  }

  /** gnmic's usual mode with its -i, and the origin of Telegraf's example. */
  @Test
  void whatCollectorsSendByThemselvesIsServed() throws InterruptedException {
    Client gnmic =
        new Client(
            SubscriptionList.Mode.STREAM,
            "leaf1",
            "interfaces/interface[name=Ethernet0]",
            one -> one.setMode(SubscriptionMode.TARGET_DEFINED).setSampleInterval(SAMPLE_NS));
    assertThat(gnmic.untilSync()).hasSize(1);
    gnmic.to.onError(new IllegalStateException("enough"));

    Client telegraf =
        new Client(
            SubscriptionList.Mode.ONCE,
            "leaf1",
            "interfaces/interface/state/counters",
            one -> one.getPathBuilder().setOrigin("openconfig-interfaces"));
    assertThat(telegraf.untilSync()).hasSize(1);
  }

  /** What gnmi_cli does: it polls when it has the answer before, of SONiC's tree too. */
  @Test
  void whoPollsAfterEachAnswerGetsTheNext() throws InterruptedException {
    for (String target : List.of("leaf1", "COUNTERS_DB/leaf1")) {
      String path = target.equals("leaf1") ? "interfaces/interface" : "COUNTERS/Ethernet0";
      Client client = new Client(SubscriptionList.Mode.POLL, target, path, one -> {});
      assertThat(client.untilSync()).as(target).isNotEmpty();
      for (int i = 0; i < 3; i++) {
        client.to.onNext(SubscribeRequest.newBuilder().setPoll(Poll.getDefaultInstance()).build());
        assertThat(client.untilSync()).as(target).isNotEmpty();
      }
      client.to.onCompleted();
      assertThat(client.next()).isEqualTo("end");
    }
  }

  @Test
  void pollsAreAnsweredOneByOne() throws InterruptedException {
    Client client =
        new Client(SubscriptionList.Mode.POLL, "leaf1", "interfaces/interface", one -> {});
    List<Notification> first = client.untilSync();
    client.to.onNext(SubscribeRequest.newBuilder().setPoll(Poll.getDefaultInstance()).build());
    client.to.onNext(SubscribeRequest.newBuilder().setPoll(Poll.getDefaultInstance()).build());

    assertThat(client.untilSync().getFirst().getUpdateList())
        .isEqualTo(first.getFirst().getUpdateList());
    assertThat(client.untilSync()).hasSize(1);
    client.to.onCompleted();
    assertThat(client.next()).isEqualTo("end");
  }

  @Test
  void capabilitiesNameModelsAndEncodings() {
    var capabilities = stub().capabilities(CapabilityRequest.getDefaultInstance());

    assertThat(capabilities.getSupportedEncodingsList())
        .containsExactly(Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO);
    assertThat(capabilities.getSupportedModels(0).getName()).isEqualTo("openconfig-interfaces");
  }

  @Test
  void valuesAreEncodedAsAskedFor() {
    String path = "interfaces/interface[name=Ethernet0]/state/counters/out-pkts";
    long number = count(get("leaf1", Encoding.PROTO, path).getFirst().getUpdate(0));

    assertThat(number).isPositive();
    assertThat(
            get("leaf1", Encoding.JSON, path)
                .getFirst()
                .getUpdate(0)
                .getVal()
                .getJsonVal()
                .toStringUtf8())
        .isEqualTo(Long.toString(number));
    assertThat(
            get("leaf1", Encoding.JSON_IETF, path)
                .getFirst()
                .getUpdate(0)
                .getVal()
                .getJsonIetfVal()
                .toStringUtf8())
        .isEqualTo("\"" + number + "\"");
  }

  @Test
  void whatIsWrongIsNamed() throws InterruptedException {
    assertThatThrownBy(() -> get("leaf9", Encoding.PROTO, "interfaces"))
        .hasMessageContaining("NOT_FOUND: target leaf9; switches are leaf1, leaf2");
    assertThatThrownBy(() -> get("", Encoding.PROTO, "interfaces"))
        .hasMessageContaining("the prefix has no target");
    assertThatThrownBy(() -> get("leaf1", Encoding.PROTO, "interfaces/interface/state/countres"))
        .hasMessageContaining("UNIMPLEMENTED: /interfaces/interface/state/countres");
    assertThatThrownBy(() -> get("leaf1", Encoding.PROTO, "interfaces/interface[name=Ethernet1]"))
        .hasMessageContaining("NOT_FOUND");
    assertThatThrownBy(() -> get("leaf1", Encoding.ASCII, "interfaces"))
        .hasMessageContaining("UNIMPLEMENTED: encoding ASCII");
    Object refused =
        new Client(
                SubscriptionList.Mode.STREAM,
                "leaf1",
                "interfaces",
                one -> one.setMode(SubscriptionMode.SAMPLE).setSampleInterval(1))
            .next();
    assertThat((StatusRuntimeException) refused)
        .hasMessageContaining("INVALID_ARGUMENT: sample_interval 1 ns");
  }

  @Test
  void whoHasNoTokenIsRefused() {
    gNMIGrpc.gNMIBlockingStub stub = gNMIGrpc.newBlockingStub(channel);
    assertThatThrownBy(() -> stub.capabilities(CapabilityRequest.getDefaultInstance()))
        .hasMessageContaining("UNAUTHENTICATED");
    assertThatThrownBy(() ->
            stub.withInterceptors(
                    MetadataUtils.newAttachHeadersInterceptor(
                        header("authorization", "Bearer 0123456789abcdef")))
                .capabilities(CapabilityRequest.getDefaultInstance()))
        .hasMessageContaining("UNAUTHENTICATED");
  }
}
