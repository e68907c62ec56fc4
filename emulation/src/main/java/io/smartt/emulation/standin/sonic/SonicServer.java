package io.smartt.emulation.standin.sonic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.smartt.gnmi.CapabilityRequest;
import io.smartt.gnmi.CapabilityResponse;
import io.smartt.gnmi.Encoding;
import io.smartt.gnmi.GetRequest;
import io.smartt.gnmi.GetResponse;
import io.smartt.gnmi.Notification;
import io.smartt.gnmi.Path;
import io.smartt.gnmi.SetRequest;
import io.smartt.gnmi.SetResponse;
import io.smartt.gnmi.TypedValue;
import io.smartt.gnmi.Update;
import io.smartt.gnmi.gNMIGrpc;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A gNMI server like SONiC's (sonic-gnmi 5ec1c20b): one JSON patch a Set, pointers from the names
 * in paths as they are (sonic_data_client/mixed_db_client.go:1308), empty objects shown with {@code
 * NULL}, missing tables not found. What becomes of a Set is {@link SlowUpdater}'s.
 */
public final class SonicServer extends gNMIGrpc.gNMIImplBase implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What SAI's numbers of queues begin with. */
  private static final String QUEUE_OID = "oid:0x15000000000";

  private static final int STOP_S = 5;

  private final ConfigStore config;
  private final JsonNode state;
  private final QueueCounterSource counters;
  private final SwitchTime time;
  private final SlowUpdater updater;
  private final Server server;

  /**
   * What a server shows.
   *
   * @param state STATE_DB as JSON
   */
  public record Contents(ConfigStore config, String state, QueueCounterSource counters) {}

  private SonicServer(
      InetSocketAddress address,
      ServerCredentials credentials,
      Access access,
      Contents contents,
      SwitchTime time)
      throws IOException {
    config = contents.config();
    state = JSON.readTree(contents.state());
    counters = contents.counters();
    this.time = time;
    updater = new SlowUpdater(config, time);
    server =
        NettyServerBuilder.forAddress(address, credentials)
            .addService(this)
            .intercept(access.checkedBy(config))
            .build()
            .start();
  }

  /**
   * Starts a server.
   *
   * @param address port 0: one that is free
   * @param time that Sets take
   * @throws IOException if it cannot listen there
   */
  public static SonicServer start(
      InetSocketAddress address,
      ServerCredentials credentials,
      Access access,
      Contents contents,
      SwitchTime time)
      throws IOException {
    return new SonicServer(address, credentials, access, contents, time);
  }

  /** Returns where it is reached from this machine. */
  public String address() {
    return "localhost:" + port();
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return server.getPort();
  }

  /** Returns what takes its time with Sets. */
  public SlowUpdater updater() {
    return updater;
  }

  /** Returns the configuration of the switch. */
  public ConfigStore config() {
    return config;
  }

  @Override
  public void capabilities(CapabilityRequest request, StreamObserver<CapabilityResponse> observer) {
    observer.onNext(
        CapabilityResponse.newBuilder()
            .addSupportedEncodings(Encoding.JSON)
            .addSupportedEncodings(Encoding.JSON_IETF)
            .setGNMIVersion("0.7.0")
            .build());
    observer.onCompleted();
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> observer) {
    updater.catchUp();
    Path path = request.getPath(0);
    if (updater.isOff()) {
      observer.onError(Status.UNAVAILABLE.withDescription("Connection refused").asException());
      return;
    }
    if (path.getElem(0).getName().equals("COUNTERS_DB")) {
      counters(observer, path);
      return;
    }
    if (!path.getOrigin().equals("sonic-db") || path.getElemCount() != 3) {
      observer.onError(Status.UNIMPLEMENTED.withDescription("path " + path).asRuntimeException());
      return;
    }
    String table = path.getElem(2).getName();
    if (path.getElem(0).getName().equals("CONFIG_DB")) {
      // mixed_db_client.go:1746: of the checkpoint, where it has the table.
      Optional<JsonNode> before = updater.checkpoint(table);
      if (before.isPresent()) {
        answer(observer, path, (ObjectNode) before.get());
        return;
      }
    }
    JsonNode objects =
        switch (path.getElem(0).getName() + "/" + table) {
          case "STATE_DB/INTERFACE_TABLE" -> config.interfaceTable();
          case "APPL_DB/NEIGH_TABLE" -> config.neighbourTable();
          default ->
              path.getElem(0).getName().equals("CONFIG_DB")
                  ? config.table(table)
                  : state.path(table);
        };
    if (objects.isEmpty()) {
      notFound(observer, table);
      return;
    }
    answer(observer, path, asRedis(objects));
  }

  private static void answer(StreamObserver<GetResponse> observer, Path path, ObjectNode json) {
    observer.onNext(
        GetResponse.newBuilder()
            .addNotification(
                Notification.newBuilder()
                    .addUpdate(
                        Update.newBuilder()
                            .setPath(path)
                            .setVal(
                                TypedValue.newBuilder()
                                    .setJsonIetfVal(ByteString.copyFromUtf8(json.toString())))))
            .build());
    observer.onCompleted();
  }

  /** Objects are called by their numbers in the ASIC, which a map has by name. */
  private void counters(StreamObserver<GetResponse> observer, Path path) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    List<String> names = counters.names();
    if (path.getElem(2).getName().equals("COUNTERS_QUEUE_NAME_MAP")) {
      for (int queue = 0; queue < names.size(); queue++) {
        json.put(names.get(queue), QUEUE_OID + Integer.toHexString(queue));
      }
    } else if (path.getElemCount() > 3 && path.getElem(3).getName().startsWith(QUEUE_OID)) {
      int queue = Integer.parseInt(path.getElem(3).getName().substring(QUEUE_OID.length()), 16);
      if (queue < names.size()) {
        counters
            .counters(names.get(queue))
            .forEach((name, count) -> json.put(name, Long.toString(count)));
      }
    }
    if (json.isEmpty()) {
      notFound(observer, path.getElem(2).getName());
    } else {
      answer(observer, path, json);
    }
  }

  private static void notFound(StreamObserver<GetResponse> observer, String table) {
    observer.onError(
        Status.NOT_FOUND.withDescription("No valid entry found on " + table).asRuntimeException());
  }

  private static ObjectNode asRedis(JsonNode objects) {
    ObjectNode redis = JsonNodeFactory.instance.objectNode();
    objects
        .properties()
        .forEach(object ->
            redis.set(
                object.getKey(),
                object.getValue().isEmpty()
                    ? JsonNodeFactory.instance.objectNode().put("NULL", "NULL")
                    : object.getValue()));
    return redis;
  }

  @Override
  public void set(SetRequest request, StreamObserver<SetResponse> observer) {
    updater.catchUp();
    try {
      ArrayNode patch = JsonNodeFactory.instance.arrayNode();
      request
          .getDeleteList()
          .forEach(path -> patch.addObject().put("op", "remove").put("path", pointer(path)));
      for (Update update : request.getReplaceList()) {
        add(patch, "replace", update);
      }
      for (Update update : request.getUpdateList()) {
        add(patch, "add", update);
      }
      Optional<Status> error = updater.set(patch, allowed());
      if (error.isPresent()) {
        observer.onError(error.get().asRuntimeException());
        return;
      }
      observer.onNext(SetResponse.getDefaultInstance());
      observer.onCompleted();
    } catch (IllegalArgumentException | IllegalStateException | JsonProcessingException e) {
      observer.onError(Status.UNKNOWN.withDescription(e.getMessage()).asRuntimeException());
    }
  }

  /** How long the client waits. */
  private Duration allowed() {
    Deadline deadline = Context.current().getDeadline();
    return deadline == null
        ? Duration.ofDays(1)
        : time.of(Duration.ofMillis(deadline.timeRemaining(TimeUnit.MILLISECONDS)));
  }

  private static void add(ArrayNode patch, String verb, Update update)
      throws JsonProcessingException {
    patch
        .addObject()
        .put("op", verb)
        .put("path", pointer(update.getPath()))
        .set("value", JSON.readTree(update.getVal().getJsonIetfVal().toStringUtf8()));
  }

  private static String pointer(Path path) {
    if (!path.getOrigin().equals("sonic-db")
        || !path.getElem(0).getName().equals("CONFIG_DB")
        || !path.getElem(1).getName().equals("localhost")) {
      throw new IllegalArgumentException("Set RPC does not support " + path);
    }
    return path.getElemList().stream()
        .skip(2)
        .map(element -> "/" + element.getName())
        .collect(Collectors.joining());
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      var _ = server.awaitTermination(STOP_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
