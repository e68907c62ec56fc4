package io.smartt.testbed.standin.box;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.testbed.standin.asic.AsicPort;

/**
 * Works the rates, queues and classes of ports out of a configuration.
 *
 * @param chip how it trims where it is configured to trim so
 * @param reserved bytes of each pool that its queues have for themselves
 */
record QueueCompiler(
    ConfigView config, UnaryOperator<QueueConfig.Trimming> chip, Map<String, Long> reserved) {
  private static final long MEGA = 1_000_000;
  private static final int BITS_PER_BYTE = 8;
  private static final int DSCPS = 64;
  private static final double PERCENT = 100;

  /** The settings of a queue that no buffer profile is bound to. */
  private static final QueueConfig UNBOUND = QueueConfig.bytes(MEGA);

  QueueCompiler(ConfigView config, UnaryOperator<QueueConfig.Trimming> chip) {
    this(config, chip, reserved(config));
  }

  private static Map<String, Long> reserved(ConfigView config) {
    return config.keys("PORT").stream()
        .flatMap(port -> config.byQueue("BUFFER_QUEUE", port, "profile").values().stream())
        .map(bound -> config.object("BUFFER_PROFILE", bound))
        .collect(
            Collectors.groupingBy(
                bound -> bound.path("pool").asText(),
                Collectors.summingLong(bound -> bound.path("size").asLong())));
  }

  PortSetup setup(StandInRequest.FrontPort port) {
    return new PortSetup(
        rateBps(port.name()), port.cable().withUp(config.isUp(port.name())), queues(port.name()));
  }

  List<QueueConfig> queues(String port) {
    Map<Integer, String> profiles = config.byQueue("BUFFER_QUEUE", port, "profile");
    Map<Integer, String> schedulers = config.byQueue("QUEUE", port, "scheduler");
    return IntStream.range(0, AsicPort.CLASSES)
        .mapToObj(queue ->
            Optional.ofNullable(profiles.get(queue))
                .map(this::queue)
                .orElse(UNBOUND)
                .withWeight(weight(schedulers.getOrDefault(queue, ""))))
        .toList();
  }

  /**
   * The weight of a queue's scheduler. A type other than the three is refused, no weight is 1
   * (sonic-swss e6b0c5b5, orchagent/qosorch.cpp:1378 to 1404; sonic-scheduler.yang, leaf weight),
   * and WRR shares by bytes here too. A queue without a scheduler is served in strict priority.
   */
  private int weight(String scheduler) {
    JsonNode fields = config.object("SCHEDULER", scheduler);
    return List.of("DWRR", "WRR").contains(fields.path("type").asText())
        ? fields.path("weight").asInt(1)
        : QueueConfig.STRICT;
  }

  /** The port's speed, or less where a scheduler shapes it. */
  private long rateBps(String port) {
    long speed = config.number("PORT", port, "speed").orElse(0L) * MEGA;
    return config
        .field("PORT_QOS_MAP", port, "scheduler")
        .flatMap(scheduler -> config.number("SCHEDULER", scheduler, "pir"))
        .map(pir -> Math.min(speed, pir * BITS_PER_BYTE))
        .orElse(speed);
  }

  private QueueConfig queue(String profile) {
    JsonNode fields = config.object("BUFFER_PROFILE", profile);
    QueueConfig queue =
        fields.has("static_th")
            ? QueueConfig.bytes(Math.max(1, fields.path("static_th").asLong()))
            : shared(fields);
    return fields.path("packet_discard_action").asText().equals("trim")
        ? trimming().map(queue::withTrimming).orElse(queue)
        : queue;
  }

  /**
   * The queue in its pool's memory: all that queues have not reserved is shared (SAI's saibuffer.h,
   * SAI_BUFFER_POOL_ATTR_SHARED_SIZE). A chip has one such pool here, that of its egress queues.
   */
  private QueueConfig shared(JsonNode profile) {
    String pool = profile.path("pool").asText();
    long size = config.number("BUFFER_POOL", pool, "size").orElse(MEGA);
    return QueueConfig.bytes(size)
        .with(
            new QueueConfig.Sharing(
                Math.max(1, size - reserved.getOrDefault(pool, 0L)),
                Math.scalb(1.0, profile.path("dynamic_th").asInt()),
                profile.path("size").asLong()));
  }

  private Optional<QueueConfig.Trimming> trimming() {
    JsonNode global = config.object("SWITCH_TRIMMING", "GLOBAL");
    return Stream.of("size", "dscp_value", "queue_index").allMatch(global::has)
        ? Optional.of(
            chip.apply(
                new QueueConfig.Trimming(
                    global.path("size").asInt(),
                    global.path("dscp_value").asInt(),
                    global.path("queue_index").asInt())))
        : Optional.empty();
  }

  Map<Integer, AsicPort.Wred> wreds(String port) {
    Map<Integer, AsicPort.Wred> wreds = new TreeMap<>();
    config
        .byQueue("QUEUE", port, "wred_profile")
        .forEach((queue, name) -> wred(name).ifPresent(wred -> wreds.put(queue, wred)));
    return wreds;
  }

  private Optional<AsicPort.Wred> wred(String name) {
    JsonNode fields = config.object("WRED_PROFILE", name);
    JsonNode min = fields.path("green_min_threshold");
    JsonNode max = fields.path("green_max_threshold");
    return min.isMissingNode() || max.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            new AsicPort.Wred(
                min.asLong(),
                max.asLong(),
                fields.path("green_drop_probability").asDouble() / PERCENT,
                List.of("ecn_all", "ecn_green").contains(fields.path("ecn").asText())));
  }

  List<Integer> classOfDscp(String port) {
    return map(port, "dscp_to_tc_map", "DSCP_TO_TC_MAP", DSCPS, dscp -> 0);
  }

  List<Integer> queueOfClass(String port) {
    return map(port, "tc_to_queue_map", "TC_TO_QUEUE_MAP", AsicPort.CLASSES, tc -> tc);
  }

  private List<Integer> map(
      String port, String field, String table, int size, java.util.function.IntUnaryOperator none) {
    JsonNode map =
        config
            .field("PORT_QOS_MAP", port, field)
            .map(name -> config.object(table, name))
            .orElseGet(() -> config.object(table, ""));
    return IntStream.range(0, size)
        .mapToObj(i -> map.path(Integer.toString(i)).asInt(none.applyAsInt(i)))
        .toList();
  }
}
