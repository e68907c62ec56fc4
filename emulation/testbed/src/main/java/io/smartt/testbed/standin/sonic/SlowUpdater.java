package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.Status;
import io.smartt.testbed.standin.sonic.Fault.SetFault;

/**
 * The course of a Set on SONiC (sonic-gnmi 5ec1c20b). The server writes a checkpoint of CONFIG_DB,
 * waits for the Generic Config Updater for 600 s at most, saves the configuration if it was done by
 * then, and removes the checkpoint (sonic_data_client/mixed_db_client.go:1410, 1414, 1550, 1554;
 * sonic_service_client/ dbus_client.go:164, 217). A client that stops waiting changes nothing of
 * that: the Set has no context, and the updater runs in another process. Safe for many threads.
 */
public final class SlowUpdater {
  private static final Duration SERVER_WAITS = Duration.ofMinutes(10);

  private final ConfigStore config;
  private final SwitchTime time;
  private final Map<Integer, SetFault> fates = new HashMap<>();
  private final Deque<Work> works = new ArrayDeque<>();
  private Consumer<String> said = line -> {};
  private Optional<ObjectNode> checkpoint = Optional.empty();
  private Optional<Duration> offUntil = Optional.empty();
  private int sets;

  /** Changes a store, in some time. */
  public SlowUpdater(ConfigStore config, SwitchTime time) {
    this.config = config;
    this.time = time;
  }

  /** A patch on its way. */
  private static final class Work {
    private final ArrayNode patch;
    private final Duration ends;

    /** The time at which the server stops waiting for it. */
    private final Duration serverEnds;

    private Optional<IllegalArgumentException> refusal = Optional.empty();

    Work(ArrayNode patch, Duration ends, Duration serverEnds) {
      this.patch = patch;
      this.ends = ends;
      this.serverEnds = serverEnds;
    }
  }

  /**
   * Sets what happens to a Set.
   *
   * @param set with a change, 1 for the next
   */
  public synchronized void at(int set, SetFault fate) {
    fates.put(sets + set, fate);
  }

  /** Tells somebody what happens, a line each. */
  public synchronized void tell(Consumer<String> listener) {
    said = listener;
  }

  /** Time passes. */
  public void pass(Duration some) {
    time.pass(some);
    catchUp();
  }

  synchronized boolean isOff() {
    return offUntil.filter(end -> time.now().compareTo(end) < 0).isPresent();
  }

  /** A table as the checkpoint has it; empty: there is none, or it does not have the table. */
  synchronized Optional<JsonNode> checkpoint(String table) {
    return checkpoint.map(file -> file.path(table)).filter(JsonNode::isObject);
  }

  /** Finishes what was to be done by now. */
  public synchronized void catchUp() {
    Duration now = time.now();
    while (!works.isEmpty() && now.compareTo(works.getFirst().ends) >= 0) {
      Work one = works.removeFirst();
      checkpoint = Optional.empty();
      try {
        config.apply(one.patch);
        if (one.ends.compareTo(one.serverEnds) <= 0) {
          config.save();
        }
        said.accept("Set of " + one.patch.size() + " operations done");
      } catch (IllegalArgumentException e) {
        one.refusal = Optional.of(e);
        said.accept("Set refused: " + e.getMessage());
      }
    }
    if (!works.isEmpty() && now.compareTo(works.getLast().serverEnds) >= 0) {
      checkpoint = Optional.empty();
    }
  }

  /**
   * A Set.
   *
   * @param allowed how long the client waits
   * @return what it is answered; empty: done
   * @throws IllegalArgumentException in the words of SONiC where it refuses
   */
  Optional<Status> set(ArrayNode all, Duration allowed) {
    Work work;
    Duration waits;
    synchronized (this) {
      if (isOff()) {
        return Optional.of(Status.UNAVAILABLE.withDescription("Connection refused"));
      }
      if (!works.isEmpty()) {
        said.accept("a Set came while another is under way");
      }
      checkpoint = Optional.empty();
      ArrayNode patch = withoutIdle(all);
      if (patch.isEmpty()) {
        return Optional.empty();
      }
      sets++;
      SetFault fate = fates.getOrDefault(sets, SetFault.AS_USUAL);
      if (!fate.equals(SetFault.AS_USUAL)) {
        said.accept("Set " + sets + " meets a fault: " + fate);
      }
      waits = allowed;
      Duration takes;
      switch (fate.kind()) {
        case AS_USUAL -> takes = config.takes(patch);
        case LONGER -> takes = config.takes(patch).plus(fate.time());
        case SILENT -> {
          takes = fate.time();
          waits = Duration.ofSeconds(1);
        }
        case LOST -> {
          return Optional.of(Status.UNAVAILABLE.withDescription("Connection reset"));
        }
        case POWER_CUT -> {
          return Optional.of(cut(fate.time()));
        }
        case HALF -> {
          config.failAfter(patch.size() / 2);
          config.apply(patch);
          return Optional.empty();
        }
        default -> throw new IllegalStateException(fate.toString());
      }
      work = begin(patch, takes);
    }
    return await(work, waits);
  }

  /** mixed_db_client.go:1440, 1534: removing what is not there is nothing to do. */
  private ArrayNode withoutIdle(ArrayNode all) {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    all.forEach(operation -> {
      if (!config.isIdle(operation)) {
        patch.add(operation);
      }
    });
    return patch;
  }

  /** The checkpoint file stays behind. */
  private Status cut(Duration off) {
    checkpoint = Optional.of(config.snapshot());
    works.clear();
    config.powerCut();
    offUntil = Optional.of(time.now().plus(off));
    return Status.UNAVAILABLE.withDescription("Connection reset");
  }

  private Work begin(ArrayNode patch, Duration takes) {
    Duration now = time.now();
    Duration start =
        works.isEmpty() || works.getLast().ends.compareTo(now) < 0 ? now : works.getLast().ends;
    checkpoint = Optional.of(config.snapshot());
    Work work = new Work(patch, start.plus(takes), now.plus(SERVER_WAITS));
    works.add(work);
    return work;
  }

  /** Waits as long as the updater works, the server waits and the client does. */
  private Optional<Status> await(Work work, Duration allowed) {
    Duration waits = work.ends.minus(time.now());
    boolean patient = allowed.compareTo(SERVER_WAITS) >= 0;
    Duration most = patient ? SERVER_WAITS : allowed;
    pass(waits.compareTo(most) < 0 ? waits : most);
    synchronized (this) {
      if (work.refusal.isPresent()) {
        throw work.refusal.get();
      }
      if (!works.contains(work)) {
        return Optional.empty();
      }
    }
    return Optional.of(
        patient
            ? Status.UNKNOWN.withDescription("Timeout 600")
            : Status.DEADLINE_EXCEEDED.withDescription("the client's deadline"));
  }
}
