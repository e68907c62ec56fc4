package io.smartt.testbed.standin.sonic;

import module java.base;

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
import io.grpc.stub.StreamObserver;
import io.smartt.controller.gnmi.CapabilityRequest;
import io.smartt.controller.gnmi.CapabilityResponse;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.GetRequest;
import io.smartt.controller.gnmi.GetResponse;
import io.smartt.controller.gnmi.Notification;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.SetRequest;
import io.smartt.controller.gnmi.SetResponse;
import io.smartt.controller.gnmi.TypedValue;
import io.smartt.controller.gnmi.Update;
import io.smartt.controller.gnmi.gNMIGrpc;
import io.smartt.host.agent.daemon.LimitedServer;

/**
 * A gNMI server like SONiC's (sonic-gnmi 5ec1c20b): one JSON patch a Set, pointers from the names
 * in paths as they are (sonic_data_client/mixed_db_client.go:1308), what Redis has nothing of is
 * not found. What becomes of a Set is {@link SlowUpdater}'s.
 */
public final class SonicServer extends gNMIGrpc.gNMIImplBase implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ConfigStore config;
  private final SwitchDatabases databases;
  private final SwitchTime time;
  private final SlowUpdater updater;
  private final Server server;

  /**
   * The data that a server shows.
   *
   * @param state STATE_DB as JSON
   */
  public record Contents(ConfigStore config, String state, QueueCounterSource counters) {}

  /**
   * Starts a server.
   *
   * @param address port 0: one that is free
   * @param time that Sets take
   * @throws IOException if it cannot listen there
   */
  public SonicServer(
      InetSocketAddress address,
      ServerCredentials credentials,
      Access access,
      Contents contents,
      SwitchTime time)
      throws IOException {
    config = contents.config();
    databases = new SwitchDatabases(config, JSON.readTree(contents.state()), contents.counters());
    this.time = time;
    updater = new SlowUpdater(config, time);
    server =
        LimitedServer.at(address, credentials)
            .addService(this)
            .intercept(access.checkedBy(config))
            .build()
            .start();
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
    int names = path.getElemCount();
    if (!path.getOrigin().equals("sonic-db") || names < 3 || names > 4) {
      observer.onError(Status.UNIMPLEMENTED.withDescription("path " + path).asRuntimeException());
      return;
    }
    String database = path.getElem(0).getName();
    String table = path.getElem(2).getName();
    Optional<String> key =
        Optional.of(path).filter(_ -> names > 3).map(all -> all.getElem(3).getName());
    if (database.equals("CONFIG_DB")) {
      // mixed_db_client.go:1746: of the checkpoint, where it has what is asked for. json_client.go:
      // 121 puts back the '/' of a key there alone, and shows objects without fields.
      Optional<JsonNode> before =
          updater
              .checkpoint(table)
              .map(file -> key.map(one -> file.path(one.replace("~1", "/"))).orElse(file))
              .filter(JsonNode::isObject);
      if (before.isPresent()) {
        answer(observer, path, (ObjectNode) before.get());
        return;
      }
    }
    JsonNode found =
        database.equals("CONFIG_DB")
            ? key.map(one -> config.table(table).path(one)).orElseGet(() -> config.table(table))
            : key.map(one -> databases.object(database, table, one))
                .orElseGet(() -> databases.table(database, table));
    // mixed_db_client.go:905, 1152: NULL fields are left out, and what is then empty is not found.
    if (found instanceof ObjectNode objects && !objects.isEmpty()) {
      answer(observer, path, objects);
    } else if (key.isPresent() && config.isOlder()) {
      answer(observer, path, JsonNodeFactory.instance.objectNode());
    } else {
      notFound(observer, table);
    }
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

  private static void notFound(StreamObserver<GetResponse> observer, String table) {
    observer.onError(
        Status.NOT_FOUND.withDescription("No valid entry found on " + table).asRuntimeException());
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

  /** Returns how long the client waits. */
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
    var _ = LimitedServer.stop(server);
  }

  /** The counts of a switch, as COUNTERS_DB shows them. */
  @FunctionalInterface
  public interface QueueCounterSource {
    /** The counts of a switch without traffic. */
    QueueCounterSource NONE =
        _ ->
            Map.of(
                "SAI_QUEUE_STAT_PACKETS", 0L,
                "SAI_QUEUE_STAT_BYTES", 0L,
                "SAI_QUEUE_STAT_DROPPED_PACKETS", 0L,
                "SAI_QUEUE_STAT_DROPPED_BYTES", 0L,
                "SAI_QUEUE_STAT_TRIM_PACKETS", 0L,
                "SAI_QUEUE_STAT_TX_TRIM_PACKETS", 0L,
                "SAI_QUEUE_STAT_DROPPED_TRIM_PACKETS", 0L,
                "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", 0L,
                "SAI_QUEUE_STAT_WRED_ECN_MARKED_BYTES", 0L);

    /**
     * Returns the SAI statistics of a queue by name, {@code SAI_QUEUE_STAT_PACKETS}, or of a port;
     * none: it is not counted.
     *
     * @param name {@code Ethernet0:6}, or of a port {@code Ethernet0}
     */
    Map<String, Long> counters(String name);
  }
}
