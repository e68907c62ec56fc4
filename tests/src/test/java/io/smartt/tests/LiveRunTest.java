package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.input.SecretFile;
import io.smartt.emulation.cli.journey.JourneyAnswers;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.ForwardingMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.needs.Experiment;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.view.live.LiveServer;
import io.smartt.view.live.LiveServer.LiveToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are watched while they go on. */
@Timeout(120)
class LiveRunTest {
  private static final List<String> CSVS =
      List.of("flows.csv", "samples.csv", "switches.csv", "events.csv");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LISTENING =
      Pattern.compile("\"Listening on\" address=127\\.0\\.0\\.1:(\\d+)");

  @TempDir private Path temp;

  private final LiveToken token = LiveToken.random(new SecureRandom());

  /** A run that goes no further than its begin until it may. */
  private static final class Gate extends ForwardingMonitor {
    final CountDownLatch open = new CountDownLatch(1);
    private boolean copied;

    Gate(RunMonitor watched) {
      super(watched);
    }

    /** Is the run until it may go on: has its state copied for those who ask. */
    @Override
    public void progress(Progress progress) {
      super.progress(progress);
      while (!copied && open.getCount() > 0) {
        super.progress(progress);
        Thread.onSpinWait();
      }
      copied = true;
    }
  }

  private static ExperimentSpec spec(String... settings) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", Map.of(), List.of(settings), false);
  }

  private void run(ExperimentSpec spec, String folder, RunMonitor monitor) {
    var _ =
        new LocalRunner(Clock.systemUTC(), 1, Fabrics.builtIn())
            .run(spec, Optional.of(temp.resolve(folder)), monitor);
  }

  private LiveServer server() {
    return LiveServer.start(0, token, "test", new JourneyAnswers());
  }

  /** An HTTP exchange byte by byte, since clients of the library do not send what attackers do. */
  private static final class Connection implements AutoCloseable {
    final Socket socket;
    final BufferedReader in;

    Connection(int port, String request) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Reads server-sent events up to one of a name; the chunks' sizes are lines of their own. */
    JsonNode next(String event) throws IOException {
      String line = in.readLine();
      while (line != null && !line.equals("event: " + event)) {
        line = in.readLine();
      }
      assertThat(line).as("event " + event).isNotNull();
      return JSON.readTree(in.readLine().substring("data: ".length()));
    }

    /** Asks once more, and reads the whole answer. Returns its first line. */
    String ask(String request) throws IOException {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      String status = in.readLine();
      assertThat(status).as("an answer on the connection that is there").isNotNull();
      int length = 0;
      String line = in.readLine();
      while (line != null && !line.isEmpty()) {
        if (line.startsWith("content-length: ")) {
          length = Integer.parseInt(line.substring("content-length: ".length()));
        }
        line = in.readLine();
      }
      for (int read = 0; read < length; read++) {
        assertThat(in.read()).isNotEqualTo(-1);
      }
      return status;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private String get(String path) {
    return "GET "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
        + token.text()
        + "\r\n";
  }

  private String answer(int port, String request) {
    try (Connection connection = new Connection(port, request + "Connection: close\r\n\r\n")) {
      return new String(connection.socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode body(String answer) throws IOException {
    assertThat(answer).startsWith("HTTP/1.1 200 OK");
    return JSON.readTree(answer.substring(answer.indexOf("\n\n")));
  }

  /** Asks for what nobody gets, as fast as it is refused. */
  private void attack(int port, int times) {
    String wrong = get("/").replace(token.text(), "x".repeat(token.text().length())) + "\r\n";
    String unknown = get("/nothing") + "\r\n";
    try (Connection connection = new Connection(port, "")) {
      for (int n = 0; n < times; n++) {
        assertThat(connection.ask(wrong)).startsWith("HTTP/1.1 401");
        assertThat(connection.ask(unknown)).startsWith("HTTP/1.1 404");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fifty browsers, some that read nothing, and more than ten thousand requests. */
  @Test
  void watchingChangesNoByteOfTheResult() throws Exception {
    ExperimentSpec spec = spec("workload=incast:15x1MiB", "link.failures=leaf1-spine1@10us..40us");
    run(spec, "alone", RunMonitor.NONE);

    List<Connection> browsers = new ArrayList<>();
    try (LiveServer server = server();
        ExecutorService clients = Executors.newCachedThreadPool()) {
      Gate gate = new Gate(server.watching(RunMonitor.NONE));
      CompletableFuture<Void> run =
          CompletableFuture.runAsync(
              () -> {
                run(spec, "watched", gate);
                server.end(RunStatus.COMPLETED);
              },
              clients);
      for (int i = 0; i < 50; i++) {
        browsers.add(new Connection(server.port(), get("/api/events") + "\r\n"));
      }
      for (Connection browser : browsers.subList(0, 40)) {
        assertThat(browser.next("snapshot").required("flows")).hasSize(15);
      }
      CompletableFuture<?>[] requests = new CompletableFuture<?>[8];
      for (int i = 0; i < requests.length; i++) {
        requests[i] =
            CompletableFuture.runAsync(
                () -> {
                  for (int n = 0; n < 100; n++) {
                    assertThat(answer(server.port(), get("/"))).startsWith("HTTP/1.1 200");
                    assertThat(answer(server.port(), "GET /api/report HTTP/1.1\r\n"))
                        .startsWith("HTTP/1.1 421");
                  }
                  attack(server.port(), 700);
                },
                clients);
      }
      gate.open.countDown();
      List<CompletableFuture<JsonNode>> ends = new ArrayList<>();
      for (Connection browser : browsers.subList(0, 40)) {
        ends.add(
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    JsonNode last = browser.next("snapshot");
                    JsonNode next = browser.next("end");
                    assertThat(next.required("status").asText()).isEqualTo("completed");
                    return last;
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                },
                clients));
      }
      run.get();
      CompletableFuture.allOf(requests).get();
      JsonNode summary = JSON.readTree(temp.resolve("watched/summary.json").toFile());
      for (CompletableFuture<JsonNode> end : ends) {
        assertThat(end.get().required("summary")).isEqualTo(summary);
      }
      // Who comes afterwards gets the same.
      assertThat(body(answer(server.port(), get("/api/report"))).required("summary"))
          .isEqualTo(summary);
    } finally {
      for (Connection browser : browsers) {
        browser.close();
      }
    }
    for (String csv : CSVS) {
      assertThat(temp.resolve("watched").resolve(csv))
          .hasSameBinaryContentAs(temp.resolve("alone").resolve(csv));
    }
  }

  @Test
  void aPageOfTheRunSoFarHasItsStateAndItsEvents() throws Exception {
    try (LiveServer server = server();
        ExecutorService clients = Executors.newCachedThreadPool()) {
      assertThat(answer(server.port(), get("/api/journey?first=trimmed")))
          .startsWith("HTTP/1.1 503")
          .contains("{\"error\":\"no run that leaves a folder has begun\"}");
      Gate gate = new Gate(server.watching(RunMonitor.NONE));
      CompletableFuture<Void> run =
          CompletableFuture.runAsync(
              () -> run(spec("workload=incast:15x1MiB"), "run", gate), clients);
      try (Connection browser = new Connection(server.port(), get("/api/events") + "\r\n")) {
        JsonNode snapshot = browser.next("snapshot");
        assertThat(snapshot.required("live").booleanValue()).isTrue();
        assertThat(snapshot.required("summary").required("status").asText()).isEqualTo("running");
        assertThat(snapshot.required("nodes")).hasSize(24);
        JsonNode progress = browser.next("progress");
        assertThat(progress.required("flows").intValue()).isEqualTo(15);
        assertThat(progress.required("stage").asText()).isEqualTo("traffic");
        assertThat(progress.required("timely").isNull()).isTrue();
        assertThat(progress.required("fraction").doubleValue()).isBetween(0.0, 1.0);
        JsonNode counts = browser.next("counts");
        assertThat(counts.required("trims").longValue())
            .isGreaterThanOrEqualTo(snapshot.required("summary").required("trims").longValue());

        JsonNode report = body(answer(server.port(), get("/api/report")));
        assertThat(report.required("summary").required("flows").required("finished").intValue())
            .isLessThan(15);
        assertThat(report.required("series")).isNotEmpty();
        assertThat(answer(server.port(), get("/api/events?series=depth")))
            .startsWith("HTTP/1.1 400")
            .contains("series 'depth' is no metric");
        try (Connection overview =
            new Connection(server.port(), get("/api/events?series=overall:goodput") + "\r\n")) {
          assertThat(overview.next("snapshot").required("series")).isEmpty();
          JsonNode together = overview.next("overall").required("metrics");
          assertThat(together.get(0).required("metric").asText()).isEqualTo("goodput");
        }
        String metrics = answer(server.port(), get("/metrics"));
        assertThat(metrics)
            .contains("smartt_running 1\n", "smartt_flows 15\n", "smartt_virtual_time_seconds ")
            .contains("smartt_link_rate_bps{node=\"h1\",port=\"0\",peer=\"leaf1\"} 50000000000\n");
      }
      gate.open.countDown();
      run.get();
      server.end(RunStatus.COMPLETED);

      // The journey of the page is that of the command.
      assertThat(body(answer(server.port(), get("/api/journey?first=trimmed"))))
          .isEqualTo(
              JSON.readTree(
                  SmarttRun.command(
                          "journey", temp.resolve("run").toString(), "--first", "trimmed", "--json")
                      .out()));
      assertThat(answer(server.port(), get("/api/journey?first=dropped")))
          .startsWith("HTTP/1.1 404")
          .contains("{\"error\":\"the run has no such packet\"}");
      assertThat(answer(server.port(), get("/api/journey?flow=h99-h1&psn=1")))
          .startsWith("HTTP/1.1 400")
          .contains("there is no host 'h99'");
      String metrics = answer(server.port(), get("/metrics"));
      assertThat(metrics).contains("smartt_running 0\n", "smartt_flows_finished_total 15\n");
      assertThat(sum(metrics, "smartt_switch_trimmed_packets_total"))
          .isEqualTo(
              JSON.readTree(temp.resolve("run/summary.json").toFile())
                  .required("trims")
                  .longValue());
    }
  }

  private static long sum(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + "{"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
        .sum();
  }

  /** From an empty page to the end of the run, and to the journey of a packet. */
  @Test
  @Experiment
  @Tag("browser")
  void aBrowserShowsTheRunWhileItGoesOn() throws Exception {
    ExternalTool chromium = ExternalTool.named("chromium", "browser");
    try (LiveServer server = server();
        ExecutorService clients = Executors.newCachedThreadPool();
        BrowserTab tab = BrowserTab.open(chromium, temp.resolve("browser"), 1400, 1000)) {
      tab.go(server.url());
      tab.becomes("location.search === '' && document.querySelector('.state') !== null");
      Gate gate = new Gate(server.watching(RunMonitor.NONE));
      CompletableFuture<Void> run =
          CompletableFuture.runAsync(
              () -> run(captured("workload=incast:15x1MiB"), "run", gate), clients);
      tab.becomes("document.querySelector('.state').textContent === 'live'");
      tab.becomes("document.querySelector('h1').textContent.includes('incast')");
      save(tab, "live-begin.png");
      gate.open.countDown();
      run.get();
      server.end(RunStatus.COMPLETED);
      tab.becomes("document.querySelector('.state').textContent === 'completed'");
      save(tab, "live-end.png");

      assertThat(
              tab.evaluate(
                  "fetch('api/report').then((got) => got.json()).then((got) => got.summary)"))
          .isEqualTo(JSON.readTree(temp.resolve("run/summary.json").toFile()));
      tab.evaluate("void (location.hash = 'journey/first=trimmed')");
      tab.becomes("document.querySelector('.journey h3') !== null");
      save(tab, "live-journey.png");
      String shown = tab.evaluate("document.querySelector('.journey').innerText").asText();
      JsonNode journey =
          JSON.readTree(
              SmarttRun.command(
                      "journey", temp.resolve("run").toString(), "--first", "trimmed", "--json")
                  .out());
      assertThat(shown)
          .contains(
              journey.required("from").asText() + " to " + journey.required("to").asText(),
              "packet " + journey.required("psn").asText());
      Optional<JsonNode> trimmed = Optional.empty();
      for (JsonNode event : journey.required("events")) {
        if (event.has("trimmedFrom") && trimmed.isEmpty()) {
          trimmed = Optional.of(event);
        }
        if (event.required("event").asText().equals("leftSwitch")) {
          assertThat(shown)
              .contains(
                  String.format(Locale.ROOT, "%.6f us", event.required("timePs").asLong() / 1e6));
        }
      }
      // The switch and port that cut it have counted that.
      JsonNode cut = trimmed.orElseThrow();
      String port =
          cut.required("switch").asText() + "," + cut.required("after").required("port").asText();
      assertThat(shown).contains(cut.required("switch").asText());
      assertThat(Files.readAllLines(temp.resolve("run/switches.csv")))
          .anyMatch(line -> line.startsWith(port + ",") && trims(line) > 0);
      assertThat(tab.problems()).isEmpty();
    }
  }

  private static long trims(String row) {
    return Long.parseLong(row.split(",", -1)[10]);
  }

  private static ExperimentSpec captured(String... settings) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", Map.of(), List.of(settings), true);
  }

  /** Keeps a picture where somebody wants to look at it: {@code -Dsmartt.pictures=FOLDER}. */
  private static void save(BrowserTab tab, String name) throws IOException {
    String folder = System.getProperty("smartt.pictures");
    if (folder != null) {
      Files.write(Path.of(folder).resolve(name), tab.picture());
    }
  }

  /** Debian's Prometheus scrapes a run; it understands what the dashboard asks of it. */
  @Test
  @Experiment
  @Tag("prometheus")
  void prometheusScrapesARun() throws Exception {
    ExternalTool prometheus = ExternalTool.named("prometheus", "prometheus");
    ExternalTool promtool = ExternalTool.named("promtool", "prometheus");
    try (LiveServer server = server();
        ExecutorService clients = Executors.newCachedThreadPool()) {
      Gate gate = new Gate(server.watching(RunMonitor.NONE));
      CompletableFuture<Void> run =
          CompletableFuture.runAsync(
              () -> run(spec("workload=incast:15x1MiB"), "run", gate), clients);
      Files.writeString(temp.resolve("token"), token.text());
      Files.writeString(
          temp.resolve("prometheus.yml"),
          """
          global: {scrape_interval: 200ms, scrape_timeout: 200ms}
          scrape_configs:
            - job_name: smartt
              authorization: {credentials_file: %s}
              static_configs: [{targets: ['127.0.0.1:%d']}]
          """
              .formatted(temp.resolve("token"), server.port()));
      Process process =
          new ProcessBuilder(
                  prometheus.path().toString(),
                  "--config.file=" + temp.resolve("prometheus.yml"),
                  "--storage.tsdb.path=" + temp.resolve("tsdb"),
                  "--web.listen-address=127.0.0.1:0")
              .redirectErrorStream(true)
              .redirectOutput(temp.resolve("prometheus.log").toFile())
              .start();
      try {
        int port = listensAt(temp.resolve("prometheus.log"));
        assertThat(asked(port, "smartt_running", "1")).isTrue();
        gate.open.countDown();
        run.get();
        server.end(RunStatus.COMPLETED);
        assertThat(asked(port, "smartt_flows_finished_total", "15")).isTrue();
        assertThat(
                asked(
                    port,
                    "sum(smartt_switch_trimmed_packets_total)",
                    JSON.readTree(temp.resolve("run/summary.json").toFile())
                        .required("trims")
                        .asText()))
            .isTrue();
        for (JsonNode panel :
            JSON.readTree(Path.of("../docs/use/grafana/smartt-run.json").toFile())
                .required("panels")) {
          for (JsonNode target : panel.required("targets")) {
            String expression =
                target
                    .required("expr")
                    .asText()
                    .replace("$instance", ".*")
                    .replace("$__rate_interval", "5s");
            var _ = promtool.output("query", "instant", "http://127.0.0.1:" + port, expression);
          }
        }
      } finally {
        ProcessTree.end(process);
      }
      Path metrics = temp.resolve("metrics");
      String answer = answer(server.port(), get("/metrics"));
      Files.writeString(metrics, answer.substring(answer.indexOf("\n\n") + 2));
      Process check =
          new ProcessBuilder(promtool.path().toString(), "check", "metrics")
              .redirectInput(metrics.toFile())
              .redirectErrorStream(true)
              .start();
      String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(check.waitFor()).as(said).isZero();
    }
  }

  /** The port that Prometheus was given, which its log has once it listens. */
  private static int listensAt(Path log) {
    return Polling.until(
            "Prometheus",
            TimeUnit.SECONDS.toNanos(30),
            TimeUnit.MILLISECONDS.toNanos(50),
            () -> {
              try {
                Matcher listening = LISTENING.matcher(Files.readString(log));
                return listening.find()
                    ? Optional.of(Integer.parseInt(listening.group(1)))
                    : Optional.<Integer>empty();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .orElseThrow();
  }

  /** Whether Prometheus has a value, soon. */
  private static boolean asked(int port, String expression, String value) {
    return Polling.until(
            expression,
            TimeUnit.SECONDS.toNanos(30),
            TimeUnit.MILLISECONDS.toNanos(50),
            () -> {
              try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                String query = URLEncoder.encode(expression, StandardCharsets.UTF_8);
                socket
                    .getOutputStream()
                    .write(
                        ("GET /api/v1/query?query=" + query + " HTTP/1.0\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
                String answer =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return answer.contains(",\"" + value + "\"]")
                    ? Optional.of(true)
                    : Optional.<Boolean>empty();
              } catch (IOException e) {
                // It starts.
                return Optional.empty();
              }
            })
        .orElse(false);
  }

  /** The file of a run goes into a Prometheus. */
  @Test
  @Tag("prometheus")
  void promtoolMakesBlocksOfAFileOfMetrics() throws Exception {
    ExternalTool promtool = ExternalTool.named("promtool", "prometheus");
    SmarttRun run = SmarttRun.of(temp.resolve("run"), "--workload", "incast:4x256KiB", "--metrics");
    assertThat(run.status()).as(run.err()).isZero();

    String blocks =
        promtool.output(
            "tsdb",
            "create-blocks-from",
            "openmetrics",
            run.folder().resolve("metrics.om").toString(),
            temp.resolve("tsdb").toString());

    // A series a flow and metric, a queue and a link, of the run's whole time.
    long values = run.file("metrics.om").lines().filter(line -> !line.startsWith("#")).count();
    long bins = run.file("samples.csv").lines().skip(1).filter(line -> !line.isEmpty()).count();
    assertThat(values).isEqualTo(bins + 1);
    // A row a block; a block ends with every second hour.
    long kept =
        blocks
            .lines()
            .filter(row -> row.matches("[0-9A-Z]{26} .*"))
            .mapToLong(row -> Long.parseLong(row.split(" +", -1)[4]))
            .sum();
    assertThat(kept).isEqualTo(values);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET /api/report  | 127.0.0.1     |                                 | 401
          GET /metrics     | localhost:80  | Authorization: Bearer x         | 401
          GET /metrics     | localhost     | Authorization: Basic TOKEN      | 401
          GET /?token=x    | localhost     |                                 | 401
          GET /nothing     | 127.0.0.1     | Authorization: Bearer TOKEN     | 404
          GET /            | evil.example  | Authorization: Bearer TOKEN     | 421
          GET /?token=TOKEN| evil.example  |                                 | 421
          GET /            | 127.0.0.1.evil.example | Authorization: Bearer TOKEN | 421
          GET /api/events  | 127.0.0.1     | Origin: http://evil.example     | 403
          GET /?token=TOKEN| 127.0.0.1     | Origin: null                    | 403
          GET /            | 127.0.0.1     | Sec-Fetch-Site: cross-site      | 403
          POST /           | 127.0.0.1     | Authorization: Bearer TOKEN     | 405
          DELETE /metrics  | 127.0.0.1     | Authorization: Bearer TOKEN     | 405
          GET /            | 127.0.0.1     | Content-Length: 7               | 413
          GET /?token=TOKEN| 127.0.0.1     |                                 | 303
          GET /            | localhost:9   | Cookie: smartt-live-PORT=TOKEN  | 200
          GET /            | localhost:9   | Cookie: smartt-live-1=TOKEN     | 401
          HEAD /           | [::1]:9       | Authorization: Bearer TOKEN     | 200
          """)
  void onlyWhoHasTheTokenAndComesFromHereIsAnswered(
      String line, String host, String header, int status) {
    try (LiveServer server = server()) {
      String request =
          line + " HTTP/1.1\r\nHost: " + host + "\r\n" + (header == null ? "" : header + "\r\n");
      String answer =
          answer(
              server.port(),
              request
                  .replace("TOKEN", token.text())
                  .replace("PORT", Integer.toString(server.port())));

      assertThat(answer).startsWith("HTTP/1.1 " + status);
      if (status != 413) {
        assertThat(answer).containsIgnoringCase("cache-control: no-store");
        assertThat(answer).containsIgnoringCase("content-security-policy: default-src 'none'");
      }
      assertThat(answer.contains("HttpOnly") || answer.contains("HTTPOnly"))
          .isEqualTo(status == 303);
    }
  }

  /** What {@code %} begins is two digits. */
  @ParameterizedTest
  @ValueSource(strings = {"/%zz%", "/?%zz=%", "/api/events?series=%", "/metrics%"})
  void anAddressThatIsNoneIsABadRequest(String path) {
    try (LiveServer server = server()) {
      assertThat(answer(server.port(), get(path)))
          .startsWith("HTTP/1.1 400")
          .contains("a % of the address is no escape");
    }
  }

  /** A byte now and then is no request; a holder of the token is served meanwhile. */
  @Test
  void connectionsThatNeverFinishARequestLockNobodyOut() throws IOException {
    List<Connection> trickling = new ArrayList<>();
    try (LiveServer server = server()) {
      try {
        for (int n = 0; n < 1_100; n++) {
          trickling.add(new Connection(server.port(), "GET / HTTP/1.1\r\nHost: "));
        }
        assertThat(answer(server.port(), get("/metrics"))).startsWith("HTTP/1.1 200");
        for (int n = 0; n < 1_100; n++) {
          try {
            trickling.get(n).socket.getOutputStream().write('a');
          } catch (IOException e) {
            // It had to make room.
          }
        }
        assertThat(answer(server.port(), get("/metrics"))).startsWith("HTTP/1.1 200");
      } finally {
        for (Connection one : trickling) {
          one.close();
        }
      }
    }
  }

  /** The page has data of nobody in it, so that it may be looked at from a file too. */
  @Test
  void thePageSaysWhereItsDataIs() {
    try (LiveServer server = server()) {
      assertThat(answer(server.port(), get("/")))
          .contains("\"live\":{\"events\":\"api/events\",\"report\":\"api/report\"")
          .containsPattern("script-src( 'sha256-[^']+')+;");
    }
  }

  @Test
  void whatCannotBeIsRefusedBeforeTheRun() {
    SmarttRun wrong = SmarttRun.of(temp.resolve("a"), "--live=maybe");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("--live=maybe: accepted are stay and end");
    assertThat(SmarttRun.of(temp.resolve("a"), "--live-port", "80").err()).contains("add --live");
    assertThat(SmarttRun.of(temp.resolve("a"), "--live", "--live-port", "70000").err())
        .contains("--live-port 70000: accepted are 0 to 65535");
    try (LiveServer server = server()) {
      assertThat(
              SmarttRun.of(
                      temp.resolve("a"), "--live", "--live-port", Integer.toString(server.port()))
                  .err())
          .contains("--live-port " + server.port() + ": Address already in use");
    }
    assertThat(temp.resolve("a")).doesNotExist();
  }

  @Test
  void aTokenOfAFileIsThatOfTheServer() throws IOException {
    Path file = temp.resolve("token");
    Files.writeString(file, "0123456789abcdef\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(SmarttRun.of(temp.resolve("c"), "--live", "--live-token", file.toString()).err())
        .contains("others than its owner can read or write it (rw-r-----); run 'chmod 600 " + file);
    SecretFile.write(file, "0123456789abcdef\n");
    SmarttRun run =
        SmarttRun.of(
            temp.resolve("run"),
            "--workload",
            "incast:2x64KiB",
            "--live=end",
            "--live-token",
            file.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err())
        .containsPattern("live at http://127.0.0.1:\\d+/\\?token=0123456789abcdef");
    Files.writeString(file, "short");
    assertThat(SmarttRun.of(temp.resolve("b"), "--live", "--live-token", file.toString()).err())
        .contains(file + ": a token has 16 to 128 letters, digits");
  }
}
