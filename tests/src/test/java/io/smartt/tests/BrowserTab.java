package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.concurrent.Polling;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page in a headless Chromium, over the protocol of its developer tools. */
final class BrowserTab implements AutoCloseable {
  private static final Pattern LISTENS = Pattern.compile("ws://(127\\.0\\.0\\.1:\\d+)/");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(40);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Process process;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final AtomicInteger number = new AtomicInteger();
  private final WebSocket socket;

  private BrowserTab(Process process, String address) throws IOException, InterruptedException {
    this.process = process;
    JsonNode pages =
        JSON.readTree(
            client
                .send(
                    HttpRequest.newBuilder(URI.create("http://" + address + "/json/list")).build(),
                    HttpResponse.BodyHandlers.ofString())
                .body());
    String page = "";
    for (JsonNode each : pages) {
      if (each.required("type").asText().equals("page")) {
        page = each.required("webSocketDebuggerUrl").asText();
      }
    }
    socket = client.newWebSocketBuilder().buildAsync(URI.create(page), new Messages()).join();
    for (String domain : List.of("Page", "Runtime", "Log")) {
      var _ = ask(domain + ".enable", JSON.createObjectNode());
    }
  }

  /** Starts a browser with an empty page. */
  static BrowserTab open(ExternalTool chromium, Path profile, int width, int height)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                chromium.path().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + profile,
                "--window-size=" + width + "," + height,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said = process.errorReader(StandardCharsets.UTF_8);
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher listens = LISTENS.matcher(line);
      if (listens.find()) {
        Thread.ofVirtual().start(() -> said.lines().forEach(_ -> {}));
        return new BrowserTab(process, listens.group(1));
      }
    }
    throw new IOException("chromium ended with " + process.waitFor());
  }

  /** What comes from the browser. */
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        take(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }

  private void take(String message) {
    JsonNode json;
    try {
      json = JSON.readTree(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (json.has("id")) {
      CompletableFuture<JsonNode> answer = asked.remove(json.required("id").intValue());
      if (answer != null) {
        answer.complete(json);
      }
      return;
    }
    switch (json.path("method").asText()) {
      case "Runtime.exceptionThrown" -> problems.add(message);
      case "Log.entryAdded" -> {
        if (json.at("/params/entry/level").asText().equals("error")) {
          problems.add(message);
        }
      }
      case "Runtime.consoleAPICalled" -> {
        if (List.of("error", "warning").contains(json.at("/params/type").asText())) {
          problems.add(message);
        }
      }
      default -> {}
    }
  }

  private JsonNode ask(String method, ObjectNode parameters) {
    int id = number.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    asked.put(id, answer);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", parameters);
    socket.sendText(message.toString(), true).join();
    JsonNode got = answer.orTimeout(PATIENCE_NS, TimeUnit.NANOSECONDS).join();
    assertThat(got.has("error")).as(method + ": " + got).isFalse();
    return got.required("result");
  }

  /** Opens an address. */
  void go(String address) {
    var _ = ask("Page.navigate", JSON.createObjectNode().put("url", address));
  }

  /** Has pages see that their reader prefers colours: {@code light} or {@code dark}. */
  void prefers(String colours) {
    ObjectNode parameters = JSON.createObjectNode();
    parameters
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", colours);
    var _ = ask("Emulation.setEmulatedMedia", parameters);
  }

  /** Moves the mouse with its button down, or up, to a place of the window. */
  void mouse(String event, double x, double y) {
    var _ =
        ask(
            "Input.dispatchMouseEvent",
            JSON.createObjectNode()
                .put("type", event)
                .put("x", x)
                .put("y", y)
                .put("button", event.equals("mouseMoved") ? "none" : "left")
                .put("clickCount", 1));
  }

  /** The value of an expression; promises are waited for. */
  JsonNode evaluate(String expression) {
    JsonNode result =
        ask(
            "Runtime.evaluate",
            JSON.createObjectNode()
                .put("expression", expression)
                .put("returnByValue", true)
                .put("awaitPromise", true));
    assertThat(result.has("exceptionDetails")).as(expression + ": " + result).isFalse();
    return result.required("result").path("value");
  }

  /** Waits until an expression is true. */
  void becomes(String expression) {
    becomes(expression, () -> {});
  }

  /** Waits until an expression is true; does something before each look. */
  void becomes(String expression, Runnable before) {
    assertThat(
            Polling.until(
                expression,
                PATIENCE_NS,
                LOOK_NS,
                () -> {
                  before.run();
                  return evaluate(expression).asBoolean() ? Optional.of(true) : Optional.empty();
                }))
        .as(() -> expression + "; the page has " + evaluate("document.body.innerText"))
        .isPresent();
  }

  /** Errors and warnings of the page so far. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** A picture of the page, PNG. */
  byte[] picture() {
    return Base64.getDecoder()
        .decode(ask("Page.captureScreenshot", JSON.createObjectNode()).required("data").asText());
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
    // Its services of storage and network write its profile until they end, after the browser.
    ProcessTree.end(process);
  }
}
