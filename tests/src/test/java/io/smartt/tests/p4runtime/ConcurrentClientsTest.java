package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.smartt.p4.info.P4Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.v1.Entity;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4Data;
import org.p4.v1.RegisterEntry;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest.Atomicity;

/**
 * Controllers that take the primary's place from one another while they write, and readers, each in
 * a thread of its own. What they saw must fit one order of all calls. {@code -Dsmartt.histories=N}
 * tries N seeds.
 */
@Timeout(600)
class ConcurrentClientsTest {
  private static final int WRITERS = 3;
  private static final int READERS = 2;
  private static final int CALLS = 120;
  private static final int KEYS = 4;

  /** A call, by the moments between which it ran. */
  private record Span(long from, long to) {
    boolean before(Span other) {
      return to < other.from;
    }
  }

  /** All cells of a register were written with a value, or read with it. */
  private record Access(long value, Span span) {}

  /** A write by the controller of this id; no codes where it was refused as no primary's. */
  private record Fenced(long electionId, Span span, List<Status.Code> codes) {
    boolean accepted() {
      return !codes.isEmpty();
    }
  }

  static LongStream seeds() {
    return LongStream.concat(
        LongStream.rangeClosed(1, Long.getLong("smartt.histories", 4)), TestSeeds.asked().stream());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whatAllSawFitsOneOrder(long seed) throws InterruptedException, ExecutionException {
    try (History history = new History(seed);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS)) {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < WRITERS + READERS; i++) {
        SplittableRandom random = new SplittableRandom(seed * 31 + i);
        tasks.add(i < WRITERS ? () -> history.control(random) : () -> history.look(random));
      }
      for (Future<Boolean> task : threads.invokeAll(tasks)) {
        assertThat(task.get()).isTrue();
      }
      history.check();
    }
  }

  private static final class History implements AutoCloseable {
    private final long seed;
    private final ServedSwitch served = new ServedSwitch();
    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong electionIds = new AtomicLong(ServedSwitch.ELECTION);
    private final Queue<Access> writes = new ConcurrentLinkedQueue<>();
    private final Queue<Access> reads = new ConcurrentLinkedQueue<>();
    private final Queue<Fenced> fenced = new ConcurrentLinkedQueue<>();
    private final Map<Long, Long> primaryFrom = new ConcurrentSkipListMap<>();
    private final Map<Long, Long> candidateFrom = new ConcurrentSkipListMap<>();
    private final Queue<Integer> inserted = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> deleted = new ConcurrentLinkedQueue<>();

    History(long seed) {
      this.seed = seed;
      served.set(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT, Everything.CONFIG);
      writes.add(new Access(0, now()));
    }

    private Span now() {
      return new Span(clock.incrementAndGet(), clock.incrementAndGet());
    }

    /** A controller: candidate again and again, and in between it writes. */
    boolean control(SplittableRandom random) {
      Stream stream = new Stream();
      long id = stream.candidate();
      for (int call = 0; call < CALLS; call++) {
        switch (random.nextInt(12)) {
          case 0, 1 -> id = stream.candidate();
          case 2 -> {
            stream.leave();
            stream = new Stream();
            id = stream.candidate();
          }
          case 3 -> reconcile(id);
          case 4, 5, 6 -> entries(id, random);
          default -> cells(id, random);
        }
      }
      return true;
    }

    /** One value in all cells, or in none where a last update fails. */
    private void cells(long id, SplittableRandom random) {
      long value = values.incrementAndGet();
      List<Update> updates = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        updates.add(modify(cell(i, value)));
      }
      boolean fails = random.nextInt(3) == 0;
      if (fails) {
        updates.add(entry(99, Update.Type.DELETE));
      }
      Atomicity atomicity =
          random.nextBoolean() ? Atomicity.ROLLBACK_ON_ERROR : Atomicity.DATAPLANE_ATOMIC;
      Fenced write = write(id, updates, atomicity);
      if (write.accepted()) {
        assertThat(write.codes.getLast())
            .as("seed %d", seed)
            .isEqualTo(fails ? Status.Code.NOT_FOUND : Status.Code.OK);
        if (!fails) {
          writes.add(new Access(value, write.span));
        }
      }
    }

    private void entries(long id, SplittableRandom random) {
      List<Update> updates = new ArrayList<>();
      List<Integer> keys = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        keys.add(random.nextInt(KEYS));
        updates.add(
            entry(keys.get(i), random.nextBoolean() ? Update.Type.INSERT : Update.Type.DELETE));
      }
      List<Status.Code> codes = write(id, updates, Atomicity.CONTINUE_ON_ERROR).codes;
      for (int i = 0; i < codes.size(); i++) {
        boolean insert = updates.get(i).getType() == Update.Type.INSERT;
        if (codes.get(i) == Status.Code.OK) {
          (insert ? inserted : deleted).add(keys.get(i));
        } else {
          assertThat(codes.get(i))
              .as("seed %d", seed)
              .isEqualTo(insert ? Status.Code.ALREADY_EXISTS : Status.Code.NOT_FOUND);
        }
      }
    }

    private Fenced write(long id, List<Update> updates, Atomicity atomicity) {
      long from = clock.incrementAndGet();
      Optional<List<Status.Code>> codes =
          unlessDenied(() ->
              served.write(
                  served
                      .request(updates)
                      .setElectionId(ServedSwitch.electionId(id))
                      .setAtomicity(atomicity)
                      .build()));
      Fenced write =
          new Fenced(id, new Span(from, clock.incrementAndGet()), codes.orElse(List.of()));
      fenced.add(write);
      return write;
    }

    private void reconcile(long id) {
      var _ =
          unlessDenied(() ->
              served
                  .stub()
                  .setForwardingPipelineConfig(
                      SetForwardingPipelineConfigRequest.newBuilder()
                          .setDeviceId(ServedSwitch.DEVICE)
                          .setElectionId(ServedSwitch.electionId(id))
                          .setAction(SetForwardingPipelineConfigRequest.Action.RECONCILE_AND_COMMIT)
                          .setConfig(Everything.CONFIG)
                          .build()));
    }

    private static <T> Optional<T> unlessDenied(Callable<T> call) {
      try {
        return Optional.of(call.call());
      } catch (StatusRuntimeException e) {
        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        return Optional.empty();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    boolean look(SplittableRandom random) {
      for (int call = 0; call < CALLS; call++) {
        if (random.nextInt(8) == 0) {
          Thread.yield();
        }
        long from = clock.incrementAndGet();
        List<Long> cells = cells();
        Span span = new Span(from, clock.incrementAndGet());
        assertThat(cells)
            .as("seed %d: cells of one moment", seed)
            .hasSize(8)
            .containsOnly(cells.getFirst());
        reads.add(new Access(cells.getFirst(), span));
      }
      return true;
    }

    private List<Long> cells() {
      return served.read(List.of(cell(-1, 0))).stream()
          .map(entity -> entity.getRegisterEntry().getData().getBitstring())
          .map(bytes -> P4Bytes.decode(bytes, 16).longValueExact())
          .toList();
    }

    void check() {
      Map<Long, Span> written = new TreeMap<>();
      writes.forEach(write -> written.put(write.value, write.span));
      List<Access> all = List.copyOf(reads);
      for (Access read : all) {
        Span write = written.get(read.value);
        assertThat(write).as("seed %d: nobody wrote %d", seed, read.value).isNotNull();
        assertThat(read.span.before(write)).as("seed %d: read before written", seed).isFalse();
        for (Span other : written.values()) {
          assertThat(write.before(other) && other.before(read.span))
              .as("seed %d: %d was read after another value was written", seed, read.value)
              .isFalse();
        }
        for (Access later : all) {
          Span newer = written.get(later.value);
          assertThat(newer != null && read.span.before(later.span) && newer.before(write))
              .as("seed %d: %d was read, and then %d again", seed, read.value, later.value)
              .isFalse();
        }
      }
      checkPrimaries();
      List<Entity> entries =
          served.read(List.of(Entity.newBuilder().setTableEntry(key(-1)).build()));
      for (int key = 0; key < KEYS; key++) {
        Entity wanted = entry(key, Update.Type.INSERT).getEntity();
        long count = count(inserted, key) - count(deleted, key);
        assertThat(entries.stream().filter(wanted::equals).count())
            .as("seed %d: inserted less deleted of key %d", seed, key)
            .isEqualTo(count);
      }
    }

    private void checkPrimaries() {
      for (Fenced write : fenced) {
        for (var other : primaryFrom.entrySet()) {
          assertThat(
                  write.accepted()
                      && other.getKey() > write.electionId
                      && other.getValue() < write.span.from)
              .as("seed %d: %s after %s was primary", seed, write, other)
              .isFalse();
        }
        long from = primaryFrom.getOrDefault(write.electionId, Long.MAX_VALUE);
        boolean rivals =
            candidateFrom.entrySet().stream()
                .anyMatch(
                    other -> other.getKey() > write.electionId && other.getValue() < write.span.to);
        assertThat(write.accepted() || rivals || from > write.span.from)
            .as("seed %d: %s of the primary was refused", seed, write)
            .isTrue();
      }
    }

    private static long count(Queue<Integer> keys, int key) {
      return keys.stream().filter(found -> found == key).count();
    }

    private static Update modify(Entity entity) {
      return Update.newBuilder().setType(Update.Type.MODIFY).setEntity(entity).build();
    }

    private static Entity cell(int index, long value) {
      RegisterEntry.Builder entry =
          RegisterEntry.newBuilder().setRegisterId(Everything.id("cells"));
      if (index >= 0) {
        entry.getIndexBuilder().setIndex(index);
        entry.setData(P4Data.newBuilder().setBitstring(Draw.bytes(value)));
      }
      return Entity.newBuilder().setRegisterEntry(entry).build();
    }

    private static TableEntry.Builder key(int key) {
      TableEntry.Builder entry = TableEntry.newBuilder().setTableId(Draw.table("exact_pair").id());
      for (int field = 1; key >= 0 && field <= 2; field++) {
        entry.addMatchBuilder().setFieldId(field).getExactBuilder().setValue(Draw.bytes(key));
      }
      return entry;
    }

    private static Update entry(int key, Update.Type type) {
      TableEntry.Builder entry = key(key);
      entry.getActionBuilder().setAction(Draw.call("drop"));
      return Update.newBuilder()
          .setType(type)
          .setEntity(Entity.newBuilder().setTableEntry(entry))
          .build();
    }

    @Override
    public void close() {
      served.close();
    }

    /** The stream of a controller; notes when it was told that it is primary. */
    private final class Stream implements StreamObserver<StreamMessageResponse> {
      private final StreamObserver<StreamMessageRequest> requests =
          served.asyncStub().streamChannel(this);

      /** Sends an id above all before; the server answers before this returns. */
      long candidate() {
        long id = electionIds.incrementAndGet();
        candidateFrom.put(id, clock.incrementAndGet());
        requests.onNext(
            StreamMessageRequest.newBuilder()
                .setArbitration(
                    MasterArbitrationUpdate.newBuilder()
                        .setDeviceId(ServedSwitch.DEVICE)
                        .setElectionId(ServedSwitch.electionId(id)))
                .build());
        return id;
      }

      void leave() {
        requests.onCompleted();
      }

      @Override
      public void onNext(StreamMessageResponse message) {
        MasterArbitrationUpdate told = message.getArbitration();
        if (told.getStatus().getCode() == 0) {
          primaryFrom.put(told.getElectionId().getLow(), clock.incrementAndGet());
        }
      }

      @Override
      public void onError(Throwable cause) {
        // The switch is closed.
      }

      @Override
      public void onCompleted() {
        // As asked.
      }
    }
  }
}
