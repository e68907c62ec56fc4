package io.smartt.realtime.docker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Docker's HTTP API over containers that are entries of a map: they are created, started, paused,
 * taken off networks and removed, and run nothing.
 */
final class FakeEngine implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern CONTAINER = Pattern.compile("/containers/([^/]+)/(\\w+)$");
  private static final Pattern CONNECT = Pattern.compile("/networks/([^/]+)/connect$");

  private final HttpServer http;
  private final Map<String, Container> containers = new ConcurrentHashMap<>();

  /** A container as {@code docker inspect} shows it. */
  static final class Container {
    private final Set<String> networks = new ConcurrentSkipListSet<>();
    private volatile String status = "created";
    private volatile int exitCode;

    /** Gives it a status as the engine calls it. */
    void becomes(String now) {
      status = now;
    }

    /** Ends it. */
    void exits(int code) {
      exitCode = code;
      status = "exited";
    }

    /** Does what {@code docker network disconnect} does. */
    void leaves(String network) {
      networks.removeIf(name -> name.endsWith(network));
    }

    private String json() {
      // A paused container runs, by the engine's books.
      boolean running = status.equals("running") || status.equals("paused");
      return "{\"State\":{\"Status\":\"%s\",\"Running\":%s,\"Paused\":%s,\"ExitCode\":%d},\"NetworkSettings\":{\"Networks\":{%s}}}"
          .formatted(
              status,
              running,
              status.equals("paused"),
              exitCode,
              networks.stream()
                  .map(name -> "\"" + name + "\":{\"MacAddress\":\"\"}")
                  .collect(Collectors.joining(",")));
    }
  }

  FakeEngine() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
  }

  DockerEngine connect() {
    return DockerEngine.connect("tcp://127.0.0.1:" + http.getAddress().getPort());
  }

  /** Returns the one container whose name ends so. */
  Container container(String ending) {
    return Objects.requireNonNull(
        containers.get(
            containers.keySet().stream()
                .filter(name -> name.endsWith(ending))
                .reduce((one, other) -> {
                  throw new IllegalStateException(one + " and " + other);
                })
                .orElseThrow()));
  }

  /** Removes it as {@code docker rm -f} does. */
  void remove(String ending) {
    containers.values().remove(container(ending));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    JsonNode body = body(exchange, path);
    Matcher container = CONTAINER.matcher(path);
    Matcher connect = CONNECT.matcher(path);
    if (path.endsWith("/containers/create")) {
      String name = exchange.getRequestURI().getQuery().replaceFirst(".*name=([^&]*).*", "$1");
      Container made = new Container();
      made.networks.add(body.at("/HostConfig/NetworkMode").asText());
      containers.put(name, made);
      answer(exchange, 201, "{\"Id\":\"" + name + "\"}");
    } else if (path.endsWith("/networks/create")) {
      answer(exchange, 201, "{\"Id\":\"" + body.path("Name").asText() + "\"}");
    } else if (connect.find()) {
      Objects.requireNonNull(containers.get(body.path("Container").asText()))
          .networks
          .add(connect.group(1));
      answer(exchange, 200, "");
    } else if (container.find()) {
      ofContainer(exchange, container.group(1), container.group(2));
    } else {
      answer(exchange, 200, path.contains("/images/") ? "{\"Size\":1}" : "[]");
    }
  }

  private static JsonNode body(HttpExchange exchange, String path) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    return path.endsWith("/archive") || body.length == 0
        ? JSON.createObjectNode()
        : JSON.readTree(body);
  }

  private void ofContainer(HttpExchange exchange, String name, String what) throws IOException {
    Container container = containers.get(name);
    if (container == null) {
      answer(exchange, 404, "{\"message\":\"No such container: " + name + "\"}");
    } else if (what.equals("json")) {
      answer(exchange, 200, container.json());
    } else if (what.equals("logs") && container.status.equals("removing")) {
      answer(
          exchange,
          409,
          "{\"message\":\"can not get logs from container which is dead or marked for removal\"}");
    } else {
      if (what.equals("start")) {
        container.becomes("running");
      }
      answer(exchange, what.equals("start") ? 204 : 200, "");
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
