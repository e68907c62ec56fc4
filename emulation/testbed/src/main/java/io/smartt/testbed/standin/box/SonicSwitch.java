package io.smartt.testbed.standin.box;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.StopWait;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.Fault;
import io.smartt.testbed.standin.sonic.SonicServer;
import io.smartt.testbed.standin.sonic.SonicServer.QueueCounterSource;
import io.smartt.testbed.standin.sonic.SwitchTime.RealTime;

/** A stand-in for a SONiC switch. */
public final class SonicSwitch implements StandInSwitch {
  private static final long CATCH_UP_MS = 100;
  private static final long RESOLVE_MS = 500;
  private static final Duration STOP = Duration.ofSeconds(2);

  private final String name;
  private final SonicServer server;
  private final Optional<FrontPanel> panel;
  private final ScheduledExecutorService chores;

  private SonicSwitch(
      StandInRequest request, ConfigStore config, Optional<FrontPanel> panel, Consumer<String> said)
      throws IOException {
    name = request.name();
    this.panel = panel;
    QueueCounterSource counters =
        panel
            .<QueueCounterSource>map(front ->
                new PolledCounters(
                    config, front::counted, () -> Duration.ofNanos(System.nanoTime())))
            .orElse(QueueCounterSource.NONE);
    server =
        new SonicServer(
            request.listen(),
            request.credentials(),
            request.access(),
            new SonicServer.Contents(config, FactorySwitch.STATE, counters),
            new RealTime(request.speed()));
    server.updater().tell(line -> said.accept(request.name() + ": " + line));
    arrange(request);
    panel.ifPresent(front -> config.follow(() -> front.follow(ConfigView.of(config))));
    chores =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name(request.name() + "-chores").daemon().factory());
    every(CATCH_UP_MS, server.updater()::catchUp);
    panel.ifPresent(front -> every(RESOLVE_MS, front::resolve));
  }

  private void every(long ms, Runnable chore) {
    var _ = chores.scheduleWithFixedDelay(chore, ms, ms, TimeUnit.MILLISECONDS);
  }

  private void arrange(StandInRequest request) {
    Set<String> refused = new HashSet<>();
    for (Fault fault : request.faults()) {
      switch (fault) {
        case Fault.AtSet(int set, var fate) -> server.updater().at(set, fate);
        case Fault.RefusedTable(String table) -> refused.add(table);
        case Fault.SkippedTable(String table) -> server.config().skip(Set.of(table));
        case Fault.Trims _ -> {
          // Its front ports have it.
        }
      }
    }
    server.config().refuse(refused);
  }

  /**
   * Starts one that only keeps its configuration.
   *
   * @param said takes a line for what becomes of each Set
   * @throws RunFailedException naming what the system refuses
   */
  public static SonicSwitch start(StandInRequest request, Consumer<String> said) {
    if (request.faults().stream().anyMatch(Fault.Trims.class::isInstance)) {
      throw new UserInputException(
          "faults of trimming: " + request.name() + " carries no traffic; give it ports");
    }
    return start(request, said, config -> Optional.empty());
  }

  /**
   * Starts one whose front ports carry traffic.
   *
   * @param namespace that the ports' interfaces are in; empty: this process's
   * @param loop of the ports
   */
  public static SonicSwitch start(
      StandInRequest request,
      Consumer<String> said,
      Optional<NetworkNamespace> namespace,
      EventLoop loop) {
    return start(request, said, config -> Optional.of(FrontPanel.open(request, namespace, loop)));
  }

  private static SonicSwitch start(
      StandInRequest request,
      Consumer<String> said,
      Function<ConfigStore, Optional<FrontPanel>> panel) {
    ConfigStore config =
        new SavedConfig(request.saved()).open(request.factory(), FactorySwitch.STATE);
    Optional<FrontPanel> front = panel.apply(config);
    try {
      return new SonicSwitch(request, config, front, said);
    } catch (IOException e) {
      throw Closing.after(
          StandInSwitch.noServer(request.name(), request.listen(), e), front.stream().toList());
    }
  }

  @Override
  public int port() {
    return server.port();
  }

  /** Returns its configuration. */
  public ConfigStore config() {
    return server.config();
  }

  @Override
  public void close() {
    chores.shutdownNow();
    var _ = StopWait.await("what " + name + " does by itself", chores::awaitTermination, STOP);
    server.close();
    panel.ifPresent(FrontPanel::close);
  }

  /** The file from which a stand-in boots, as {@code /etc/sonic/config_db.json} is a switch's. */
  record SavedConfig(Path file) {
    /**
     * Returns a store that boots from the file, and writes it whenever it saves.
     *
     * @param factory what it holds where there is no file yet
     * @param state STATE_DB
     * @throws RunFailedException if the file cannot be written
     */
    ConfigStore open(String factory, String state) {
      ConfigStore store =
          new ConfigStore(Files.exists(file) ? InputFile.text(file) : factory, state);
      write(store.text());
      store.keepSaved(this::write);
      return store;
    }

    private void write(String text) {
      WholeFile.folder(file.toAbsolutePath().resolveSibling(""));
      WholeFile.write(file, out -> out.append(text).append('\n'));
    }
  }

  /**
   * COUNTERS_DB of a stand-in: the queues' counts as they were when they were last looked at, which
   * is once in {@code FLEX_COUNTER_TABLE}'s interval. Marks and trims are there if their groups are
   * enabled.
   */
  static final class PolledCounters implements QueueCounterSource {
    private static final String TABLE = "FLEX_COUNTER_TABLE";
    private static final String PREFIX = "SAI_QUEUE_STAT_";
    private static final int STANDARD_MS = 10_000;

    private final ConfigStore config;
    private final Supplier<Map<String, QueueCounters>> queues;
    private final Supplier<Duration> clock;
    private Map<String, QueueCounters> last = Map.of();
    private Optional<Duration> lookedAt = Optional.empty();

    /**
     * @param queues what they have counted until now, by name
     * @param clock time on the wall
     */
    PolledCounters(
        ConfigStore config, Supplier<Map<String, QueueCounters>> queues, Supplier<Duration> clock) {
      this.config = config;
      this.queues = queues;
      this.clock = clock;
    }

    @Override
    public Map<String, Long> counters(String name) {
      QueueCounters counted = looked().get(name);
      Map<String, Long> fields = new LinkedHashMap<>();
      if (counted == null || !isEnabled("QUEUE", "enable")) {
        return fields;
      }
      fields.put(PREFIX + "PACKETS", counted.dequeued().packets());
      fields.put(PREFIX + "BYTES", counted.dequeued().bytes());
      fields.put(PREFIX + "DROPPED_PACKETS", counted.dropped().packets());
      fields.put(PREFIX + "DROPPED_BYTES", counted.dropped().bytes());
      fields.put(PREFIX + "TRIM_PACKETS", counted.trimmed().packets());
      fields.put(PREFIX + "TX_TRIM_PACKETS", counted.cut().packets());
      fields.put(PREFIX + "DROPPED_TRIM_PACKETS", counted.cutDropped().packets());
      if (isEnabled("WRED_ECN_QUEUE", "disable")) {
        fields.put(PREFIX + "WRED_ECN_MARKED_PACKETS", counted.marked().packets());
        fields.put(PREFIX + "WRED_ECN_MARKED_BYTES", counted.marked().bytes());
      }
      return fields;
    }

    private boolean isEnabled(String group, String standard) {
      return config
          .table(TABLE)
          .path(group)
          .path("FLEX_COUNTER_STATUS")
          .asText(standard)
          .equals("enable");
    }

    private synchronized Map<String, QueueCounters> looked() {
      Duration now = clock.get();
      long intervalMs = config.table(TABLE).path("QUEUE").path("POLL_INTERVAL").asLong(STANDARD_MS);
      if (lookedAt.isEmpty() || now.minus(lookedAt.get()).toMillis() >= intervalMs) {
        last = queues.get();
        lookedAt = Optional.of(now);
      }
      return last;
    }
  }
}
