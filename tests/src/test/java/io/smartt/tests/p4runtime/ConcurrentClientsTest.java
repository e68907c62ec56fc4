package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.p4.info.P4Bytes;
import io.smartt.tests.p4runtime.Elections.Client;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.v1.Entity;
import org.p4.v1.P4Data;
import org.p4.v1.RegisterEntry;
import org.p4.v1.SetForwardingPipelineConfigRequest.Action;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest.Atomicity;

/**
 * Controllers that take the primary's place from one another while they write all cells of a
 * register, and readers, each in a thread of its own. What they saw must fit one order of all
 * calls.
 */
@Timeout(600)
class ConcurrentClientsTest {
  private static final int THREADS = 5;
  private static final int CALLS = 120;
  private static final int CELLS = 8;

  /** A value of all cells that was written or read between two moments. */
  private record Access(long value, long from, long to) {
    boolean before(Access other) {
      return to < other.from;
    }
  }

  private final ServedSwitch served = new ServedSwitch();
  private final AtomicLong clock = new AtomicLong();
  private final AtomicLong ids = new AtomicLong(ServedSwitch.ELECTION);
  private final Map<Long, Access> writes = new ConcurrentHashMap<>();
  private final Queue<Access> reads = new ConcurrentLinkedQueue<>();

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Long.getLong("smartt.histories", 4));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whatAllSawFitsOneOrder(long seed) throws InterruptedException, ExecutionException {
    served.set(Action.VERIFY_AND_COMMIT, Everything.CONFIG);
    writes.put(0L, new Access(0, 0, clock.get()));
    try (served;
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(THREADS * seed + i);
        tasks.add(i % 2 == 0 ? () -> control(random) : this::look);
      }
      for (Future<Boolean> task : threads.invokeAll(tasks)) {
        assertThat(task.get()).as("seed %d", seed).isTrue();
      }
    }
    check("seed " + seed);
  }

  /** A controller: candidate again and again, and in between it writes. */
  private boolean control(SplittableRandom random) {
    Client client = new Client("");
    long id = 0;
    for (int call = 0; call < CALLS; call++) {
      if (id == 0 || random.nextInt(8) == 0) {
        if (client.live() && random.nextBoolean()) {
          client.leave(random.nextBoolean());
        }
        if (!client.live()) {
          client.open(served.asyncStub());
        }
        id = ids.incrementAndGet();
        client.arbitrate(Elections.message("", OptionalLong.of(id), Optional.empty()));
      }
      write(id, random);
    }
    return true;
  }

  /** One value in all cells, or in none where a last update fails. */
  private void write(long id, SplittableRandom random) {
    boolean fails = random.nextInt(3) == 0;
    long from = clock.incrementAndGet();
    List<Update> updates = new ArrayList<>();
    for (int i = 0; i < (fails ? CELLS + 1 : CELLS); i++) {
      updates.add(Update.newBuilder().setType(Update.Type.MODIFY).setEntity(cell(i, from)).build());
    }
    try {
      List<Status.Code> codes =
          served.write(
              served
                  .request(updates)
                  .setElectionId(ServedSwitch.electionId(id))
                  .setAtomicity(Atomicity.forNumber(1 + random.nextInt(2)))
                  .build());
      assertThat(codes.getLast()).isEqualTo(fails ? Status.Code.OUT_OF_RANGE : Status.Code.OK);
      if (!fails) {
        writes.put(from, new Access(from, from, clock.incrementAndGet()));
      }
    } catch (StatusRuntimeException e) {
      assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    }
  }

  private static Entity cell(int index, long value) {
    RegisterEntry.Builder entry = RegisterEntry.newBuilder().setRegisterId(Everything.id("cells"));
    entry.getIndexBuilder().setIndex(index);
    entry.setData(P4Data.newBuilder().setBitstring(P4Bytes.encode(value)));
    return Entity.newBuilder().setRegisterEntry(entry).build();
  }

  private boolean look() {
    Entity.Builder all = Entity.newBuilder();
    all.getRegisterEntryBuilder().setRegisterId(Everything.id("cells"));
    for (int call = 0; call < CALLS; call++) {
      long from = clock.incrementAndGet();
      List<Long> cells =
          served.read(List.of(all.build())).stream()
              .map(entity -> entity.getRegisterEntry().getData().getBitstring())
              .map(bytes -> P4Bytes.decode(bytes, 16).longValueExact())
              .toList();
      assertThat(cells).as("one moment").hasSize(CELLS).containsOnly(cells.getFirst());
      reads.add(new Access(cells.getFirst(), from, clock.incrementAndGet()));
    }
    return true;
  }

  private Access written(Access read) {
    return Objects.requireNonNull(writes.get(read.value));
  }

  private void check(String where) {
    assertThat(writes).as(where).hasSizeGreaterThan(1);
    for (Access read : reads) {
      assertThat(writes).as("%s: nobody wrote %s", where, read).containsKey(read.value);
      Access write = written(read);
      assertThat(read.before(write)).as("%s: %s before %s", where, read, write).isFalse();
      assertThat(writes.values())
          .as("%s: writes between %s and %s", where, write, read)
          .noneMatch(other -> write.before(other) && other.before(read));
      assertThat(reads)
          .as("%s: older than %s and read after it", where, read)
          .noneMatch(later -> read.before(later) && written(later).before(write));
    }
  }
}
