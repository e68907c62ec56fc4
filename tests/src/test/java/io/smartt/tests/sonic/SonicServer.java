package io.smartt.tests.sonic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
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
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("access_token", Metadata.ASCII_STRING_MARSHALLER);

  private final ConfigStore config;
  private final JsonNode state;
  private final Map<String, Integer> looked = new HashMap<>();
  private final SlowUpdater updater;
  private final Server server;

  /** On a free port; {@code token} empty: anyone may call. */
  public SonicServer(
      ServerCredentials credentials, Optional<String> token, ConfigStore config, String state)
      throws IOException {
    this.config = config;
    this.state = JSON.readTree(state);
    updater = new SlowUpdater(config);
    server =
        Grpc.newServerBuilderForPort(0, credentials)
            .addService(this)
            .intercept(new TokenCheck(token))
            .build()
            .start();
  }

  private record TokenCheck(Optional<String> token) implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      if (token.isPresent() && !token.equals(Optional.ofNullable(headers.get(TOKEN)))) {
        call.close(Status.UNAUTHENTICATED.withDescription("invalid JWT token"), new Metadata());
        return new ServerCall.Listener<>() {};
      }
      return next.startCall(call, headers);
    }
  }

  String address() {
    return "localhost:" + port();
  }

  /** Returns the port on which the server listens, at every address of this machine. */
  public int port() {
    return server.getPort();
  }

  /** Returns what takes its time with Sets. */
  SlowUpdater updater() {
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
  public synchronized void get(GetRequest request, StreamObserver<GetResponse> observer) {
    updater.catchUp();
    Path path = request.getPath(0);
    if (updater.isOff()) {
      observer.onError(Status.UNAVAILABLE.withDescription("Connection refused").asException());
      return;
    }
    if (path.getElem(0).getName().equals("COUNTERS_DB")) {
      answer(observer, path, counters(path));
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
      observer.onError(
          Status.NOT_FOUND
              .withDescription("No valid entry found on " + table)
              .asRuntimeException());
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

  /** Each of 32 ports has 8 queues, and each time that somebody looks a queue has counted more. */
  private synchronized ObjectNode counters(Path path) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (path.getElem(2).getName().equals("COUNTERS")) {
      int looks = looked.merge(path.getElem(3).getName(), 1, Integer::sum);
      json.put("SAI_QUEUE_STAT_PACKETS", Integer.toString(1000 * looks));
      json.put("SAI_QUEUE_STAT_TRIM_PACKETS", Integer.toString(5 * looks));
      json.put("SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", Integer.toString(7 * looks));
      return json;
    }
    for (int queue = 0; queue < 32 * 8; queue++) {
      json.put("Ethernet" + queue / 8 + ":" + queue % 8, "oid:0x15" + queue);
    }
    return json;
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
  public synchronized void set(SetRequest request, StreamObserver<SetResponse> observer) {
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
  private static Duration allowed() {
    Deadline deadline = Context.current().getDeadline();
    return deadline == null
        ? Duration.ofDays(1)
        : Duration.ofMillis(deadline.timeRemaining(TimeUnit.MILLISECONDS));
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
      var _ = server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
