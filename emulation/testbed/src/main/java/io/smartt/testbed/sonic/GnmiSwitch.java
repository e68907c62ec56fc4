package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.smartt.base.concurrent.Closing;
import io.smartt.controller.gnmi.CapabilityRequest;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.GetRequest;
import io.smartt.controller.gnmi.GetResponse;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.PathElem;
import io.smartt.controller.gnmi.SetRequest;
import io.smartt.controller.gnmi.TypedValue;
import io.smartt.controller.gnmi.Update;
import io.smartt.controller.gnmi.gNMIGrpc;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.rpc.TlsRefusal;
import io.smartt.testbed.sonic.SwitchPlan.PortQueue;

/**
 * A SONiC switch over gNMI: origin {@code sonic-db}, paths {@code CONFIG_DB/localhost/TABLE/KEY},
 * values as JSON_IETF. All operations of one Set become one JSON patch that its Generic Config
 * Updater sorts into changes and makes one after the other. SONiC builds the patch's pointers from
 * the names in a path as they are, so a {@code /} in a key goes as {@code ~1}. Not thread safe.
 */
public final class GnmiSwitch implements AutoCloseable {
  private static final String ORIGIN = "sonic-db";
  private static final String NAMESPACE = "localhost";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("access_token", Metadata.ASCII_STRING_MARSHALLER);

  /** sonic-gnmi 5ec1c20b, gnmi_server/basicAuth.go. */
  private static final Metadata.Key<String> USER =
      Metadata.Key.of("username", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> PASSWORD =
      Metadata.Key.of("password", Metadata.ASCII_STRING_MARSHALLER);

  /** sonic-gnmi, sonic_service_client/dbus_client.go:167. */
  private static final Pattern SERVER_TIMEOUT = Pattern.compile("\\bTimeout \\d+");

  /** Every table that an experiment changes, or that decides whether it may. */
  private static final List<String> TABLES =
      List.of(
          ("ACL_RULE ACL_TABLE ACL_TABLE_TYPE"
                  + " BUFFER_PG BUFFER_POOL BUFFER_PORT_EGRESS_PROFILE_LIST"
                  + " BUFFER_PORT_INGRESS_PROFILE_LIST BUFFER_PROFILE BUFFER_QUEUE CABLE_LENGTH"
                  + " DEVICE_METADATA DSCP_TO_TC_MAP FLEX_COUNTER_TABLE INTERFACE"
                  + " MAP_PFC_PRIORITY_TO_QUEUE NEIGH PFC_PRIORITY_TO_PRIORITY_GROUP_MAP PFC_WD"
                  + " PORT PORTCHANNEL_MEMBER PORT_QOS_MAP QUEUE SCHEDULER STATIC_ROUTE"
                  + " SWITCH_TRIMMING TC_TO_PRIORITY_GROUP_MAP TC_TO_QUEUE_MAP VLAN_MEMBER VRF"
                  + " WRED_PROFILE")
              .split(" ", -1));

  /** Tables of it that have objects without fields, or with a slash in their key. */
  private static final List<String> WITNESSES =
      List.of("INTERFACE", "VRF", "STATIC_ROUTE", "MGMT_INTERFACE");

  private static final String NO_SUCH_KEY = "SMARTT_NO_SUCH_KEY";

  private final GnmiTarget target;
  private final ManagedChannel channel;
  private final gNMIGrpc.gNMIBlockingStub stub;

  /** It has answered a call; of any thread. */
  private volatile boolean answered;

  private GnmiSwitch(GnmiTarget target, ManagedChannel channel) {
    this.target = target;
    this.channel = channel;
    Metadata headers = new Metadata();
    target.token().ifPresent(token -> headers.put(TOKEN, token));
    target
        .login()
        .ifPresent(login -> {
          headers.put(USER, login.user());
          headers.put(PASSWORD, login.password());
        });
    stub =
        gNMIGrpc
            .newBlockingStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  /**
   * Connects, and asks what the switch speaks.
   *
   * @throws SonicException if it cannot be reached, refuses, or has no JSON_IETF
   */
  public static GnmiSwitch connect(GnmiTarget target) {
    GnmiSwitch gnmi = new GnmiSwitch(target, target.connect());
    try {
      List<Encoding> encodings =
          gnmi.call(
                  "Capabilities", stub -> stub.capabilities(CapabilityRequest.getDefaultInstance()))
              .getSupportedEncodingsList();
      if (!encodings.contains(Encoding.JSON_IETF)) {
        throw new SonicException(
            gnmi.prefix() + "has no encoding JSON_IETF, only " + encodings + "; is it SONiC?");
      }
      return gnmi;
    } catch (RuntimeException e) {
      throw Closing.after(e, gnmi);
    }
  }

  /** Returns the name of the switch. */
  public String name() {
    return target.name();
  }

  /**
   * The tables of CONFIG_DB that experiments touch, as the switch shows them. Where they come from
   * is asked before they are read: what Redis had then is no older afterwards.
   */
  public ConfigReading look() {
    Set<String> fromRedis = new HashSet<>();
    Set<String> fromFile = new HashSet<>();
    boolean saysNothing = find("CONFIG_DB", "INTERFACE", NO_SUCH_KEY).isEmpty();
    for (String table : WITNESSES) {
      JsonNode objects = get("CONFIG_DB", table);
      ConfigReading.slashedObject(objects)
          .or(() -> ConfigReading.emptyObject(objects).filter(_ -> saysNothing))
          .ifPresent(key -> (isInFile(table, key, objects) ? fromFile : fromRedis).add(table));
    }
    Map<String, JsonNode> tables = new LinkedHashMap<>();
    for (String table : TABLES) {
      JsonNode objects = get("CONFIG_DB", table);
      if (!objects.isEmpty()) {
        tables.put(table, objects);
      }
    }
    return ConfigReading.of(target.name() + ": CONFIG_DB", tables, fromRedis, fromFile);
  }

  /**
   * Returns whether an object comes from a checkpoint file, which is seen when it is asked for by
   * its key (sonic-gnmi 5ec1c20b). An object without fields is in the file (json_client.go:157) and
   * is not found in Redis (mixed_db_client.go:1152, 1775; since 14aa47e3 of April 2026). Of a key
   * with a {@code ~1} for its slash, the file knows what it means (json_client.go:121), Redis does
   * not.
   */
  private boolean isInFile(String table, String key, JsonNode objects) {
    return find("CONFIG_DB", table, key)
        .filter(found -> ConfigReading.isSame(found, objects.path(key)))
        .isPresent();
  }

  /**
   * The tables of CONFIG_DB that experiments touch, as they are.
   *
   * @throws SonicException if a Set is under way, since the switch then shows them as they were
   */
  public ConfigDb read() {
    ConfigReading reading = look();
    if (reading.isOfBefore()) {
      throw new SonicException(
          prefix()
              + "a Set is under way, so it shows CONFIG_DB as it was before it; wait until it is"
              + " done");
    }
    return reading.db();
  }

  /** Returns what the switch has made of CONFIG_DB for some ports. */
  public LiveState live(Set<String> ports) {
    return LiveState.of(ports, get("STATE_DB", "INTERFACE_TABLE"), get("APPL_DB", "NEIGH_TABLE"));
  }

  /** Returns the capabilities and state of the switch. */
  public SwitchState state() {
    return SwitchState.of(get("STATE_DB", "SWITCH_CAPABILITY"), get("STATE_DB", "PORT_TABLE"));
  }

  /**
   * Returns the queue counters that COUNTERS_DB holds: SONiC reads the ASIC in intervals
   * (FLEX_COUNTER_TABLE). Queues that are not counted are left out.
   *
   * @param names of queues, {@code Ethernet0:0}
   */
  public Map<String, QueueCounts> queueCounts(List<String> names) {
    JsonNode ids = get("COUNTERS_DB", "COUNTERS_QUEUE_NAME_MAP");
    Map<String, QueueCounts> counts = new LinkedHashMap<>();
    for (String name : names) {
      if (ids.has(name)) {
        JsonNode fields = get("COUNTERS_DB", "COUNTERS", ids.path(name).asText());
        if (!fields.isEmpty()) {
          counts.put(name, QueueCounts.of(fields));
        }
      }
    }
    return counts;
  }

  /**
   * Returns how many pause frames ports have sent, to pause the groups or let them go on, as the
   * ASIC counts them: 0 if it does not.
   */
  public long pauseFrames(List<PortQueue> groups) {
    Map<String, JsonNode> ports = new HashMap<>();
    JsonNode ids =
        groups.isEmpty()
            ? JsonNodeFactory.instance.objectNode()
            : get("COUNTERS_DB", "COUNTERS_PORT_NAME_MAP");
    return groups.stream()
        .filter(group -> ids.has(group.port()))
        .mapToLong(group ->
            ports
                .computeIfAbsent(
                    group.port(), port -> get("COUNTERS_DB", "COUNTERS", ids.path(port).asText()))
                .path("SAI_PORT_STAT_PFC_" + group.number() + "_TX_PKTS")
                .asLong())
        .sum();
  }

  /**
   * Returns what a database of the switch has at a table or an object; empty: nothing.
   *
   * @param database {@code STATE_DB}, {@code APPL_DB}, {@code COUNTERS_DB} or {@code ASIC_DB}
   * @param names of the table, and of the object where one is meant
   */
  public Optional<JsonNode> show(String database, String... names) {
    return find(database, names).filter(json -> !json.isEmpty());
  }

  private JsonNode get(String database, String... names) {
    return find(database, names).orElseGet(JsonNodeFactory.instance::objectNode);
  }

  /** Empty: the switch has nothing there. */
  private Optional<JsonNode> find(String database, String... names) {
    GetRequest request =
        GetRequest.newBuilder()
            .addPath(path(database, List.of(names)))
            .setEncoding(Encoding.JSON_IETF)
            .build();
    String what = database + "/" + String.join("/", names);
    try {
      GetResponse response = stub().get(request);
      if (response.getNotificationCount() == 0
          || response.getNotification(0).getUpdateCount() == 0) {
        return Optional.empty();
      }
      ByteString json = response.getNotification(0).getUpdate(0).getVal().getJsonIetfVal();
      return json.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(json.toStringUtf8()));
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw refused("Get " + what, e);
    } catch (JsonProcessingException e) {
      throw new SonicException(prefix() + what + " is not JSON", e);
    }
  }

  /** Sends a patch in one Set. */
  public SetAnswer send(ConfigPatch patch) {
    SetRequest.Builder request = SetRequest.newBuilder();
    for (ConfigPatch.Operation operation : patch.operations()) {
      Path path = path("CONFIG_DB", operation.path());
      switch (operation.verb()) {
        case REMOVE -> request.addDelete(path);
        case REPLACE -> request.addReplace(update(path, operation));
        case ADD -> request.addUpdate(update(path, operation));
      }
    }
    try {
      var _ = stub().set(request.build());
      return new SetAnswer.Done();
    } catch (StatusRuntimeException e) {
      String text = String.valueOf(refused("Set", e).getMessage());
      return isAnswer(e.getStatus()) ? new SetAnswer.Failed(text) : new SetAnswer.Silence(text);
    }
  }

  /**
   * Makes the switch forget a checkpoint that a broken Set left behind, of which it answers Gets
   * for ever: a Set that removes what is not there changes nothing, and takes its checkpoint with
   * it (sonic-gnmi, sonic_data_client/mixed_db_client.go:1410, 1440, 1534).
   */
  public void dropCheckpoint() {
    Path nothing = path("CONFIG_DB", List.of("SMARTT_NO_SUCH_TABLE", "none"));
    call("Set", stub -> stub.set(SetRequest.newBuilder().addDelete(nothing).build()));
  }

  /**
   * Returns whether a status is the end of a Set. SONiC's gNMI server waits for the configuration
   * updater so long and then says "Timeout 600"; the updater goes on.
   */
  private static boolean isAnswer(Status status) {
    String text = status.getDescription() == null ? "" : status.getDescription();
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED, UNAVAILABLE, CANCELLED -> false;
      default -> !SERVER_TIMEOUT.matcher(text).find();
    };
  }

  private static Update update(Path path, ConfigPatch.Operation operation) {
    String json = operation.value().map(JsonNode::toString).orElse("{}");
    return Update.newBuilder()
        .setPath(path)
        .setVal(TypedValue.newBuilder().setJsonIetfVal(ByteString.copyFromUtf8(json)))
        .build();
  }

  private static Path path(String database, List<String> names) {
    Path.Builder path =
        Path.newBuilder().setOrigin(ORIGIN).addElem(element(database)).addElem(element(NAMESPACE));
    names.forEach(name -> path.addElem(element(ConfigPatch.Operation.escaped(name))));
    return path.build();
  }

  private static PathElem element(String name) {
    return PathElem.newBuilder().setName(name).build();
  }

  private gNMIGrpc.gNMIBlockingStub stub() {
    return stub.withDeadlineAfter(target.deadline().toMillis(), TimeUnit.MILLISECONDS);
  }

  private <T> T call(String what, Function<gNMIGrpc.gNMIBlockingStub, T> call) {
    try {
      T said = call.apply(stub());
      answered = true;
      return said;
    } catch (StatusRuntimeException e) {
      throw refused(what, e);
    }
  }

  private SonicException refused(String what, StatusRuntimeException e) {
    Status status = e.getStatus();
    String why =
        (answered ? TlsRefusal.in(e) : TlsRefusal.in(e, target.tls()))
            .map(TlsRefusal::text)
            .orElseGet(() ->
                switch (status.getCode()) {
                  case UNAUTHENTICATED -> unauthenticated(status);
                  case PERMISSION_DENIED ->
                      "the switch does not accept the user and password" + said(status);
                  case UNAVAILABLE -> "cannot be reached" + said(status);
                  case DEADLINE_EXCEEDED ->
                      "no answer within " + target.deadline().toSeconds() + " s";
                  default -> "refused" + said(status);
                });
    return new SonicException(prefix() + what + ": " + why, e);
  }

  /**
   * Says which of SONiC's three ways of authentication refused, which only its words tell apart.
   */
  private String unauthenticated(Status status) {
    String said = said(status);
    if (said.contains("cert cname")) {
      return "the switch gives the name of our certificate no role (GNMI_CLIENT_CERT)" + said;
    }
    if (said.contains("Username") || said.contains("Password")) {
      return "the switch wants a user and password (tls.user, tls.password-file)" + said;
    }
    return "the switch does not accept the token"
        + (target.token().isEmpty() ? " (none was given)" : "")
        + said;
  }

  private static String said(Status status) {
    String description = status.getDescription();
    return description == null ? "" : ": " + description;
  }

  private String prefix() {
    return target.name() + " (" + target.address() + "): ";
  }

  @Override
  public void close() {
    Channels.closeNow(channel);
  }

  /** The answer to a Set. Only CONFIG_DB says what became of it. */
  public sealed interface SetAnswer {
    /** The switch says that it is done and saved. */
    record Done() implements SetAnswer {}

    /**
     * The switch says that it failed, perhaps half-way.
     *
     * @param text for the user, with the name of the switch
     */
    record Failed(String text) implements SetAnswer {}

    /**
     * No answer in time, or none any more: the switch goes on with it, and nothing cancels it.
     *
     * @param text for the user, with the name of the switch
     */
    record Silence(String text) implements SetAnswer {}
  }

  /**
   * The counts of a queue of a SONiC switch since its ASIC began to: SAI's statistics of queues. A
   * switch counts only some; the others are 0.
   *
   * @param sentPackets that left it
   * @param droppedPackets that were lost; SAI counts trimmed ones among the dropped, and among
   *     those the ones that found no room cut either (SAI-Proposal-Packet-Trimming.md,
   *     DROP_AND_TRIM)
   * @param droppedBytes of what it refused, trimmed packets included unless nothing else was
   * @param trimmedPackets that did not fit, were cut and went on
   * @param cutDroppedPackets the lost ones that had been cut; not every ASIC counts them, and what
   *     it cut and did not send is as many (sonic-swss, nvda_port_trim_drop.lua)
   * @param markedPackets that got ECN CE
   */
  public record QueueCounts(
      long sentPackets,
      long sentBytes,
      long droppedPackets,
      long droppedBytes,
      long trimmedPackets,
      long cutDroppedPackets,
      long markedPackets,
      long markedBytes) {
    private static final String STAT = "SAI_QUEUE_STAT_";

    static QueueCounts of(JsonNode fields) {
      long trims = number(fields, "TRIM_PACKETS");
      long lost =
          fields.has(STAT + "DROPPED_TRIM_PACKETS") || !fields.has(STAT + "TX_TRIM_PACKETS")
              ? number(fields, "DROPPED_TRIM_PACKETS")
              : Math.max(0, trims - number(fields, "TX_TRIM_PACKETS"));
      long sent = Math.max(0, trims - lost);
      long dropped = Math.max(lost, number(fields, "DROPPED_PACKETS") - sent);
      return new QueueCounts(
          number(fields, "PACKETS"),
          number(fields, "BYTES"),
          dropped,
          dropped == 0 ? 0 : number(fields, "DROPPED_BYTES"),
          sent,
          lost,
          number(fields, "WRED_ECN_MARKED_PACKETS"),
          number(fields, "WRED_ECN_MARKED_BYTES"));
    }

    private static long number(JsonNode fields, String name) {
      return fields.path(STAT + name).asLong();
    }
  }
}
