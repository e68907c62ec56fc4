package io.smartt.emulation.p4tools;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.EntityNames;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException.WriteFailure;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchListener;
import io.smartt.softswitch.p4runtime.ForwardingDevice.ProgramLoader;
import io.smartt.softswitch.p4runtime.InProcessP4Runtime;
import org.p4.v1.Entity;
import org.p4.v1.Update;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One embedded switch with its P4Runtime server and a controller that is primary, all in this
 * thread: what a call causes has happened when it returns. Ports 0 to 510 lead to the caller, with
 * queues that never fill; time goes on by a microsecond a packet.
 */
public final class BenchSwitch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BenchSwitch.class);
  private static final long DEVICE = 1;
  private static final int MAX_PORT = 510;
  private static final int PRIORITIES = 8;
  private static final long PS_PER_PACKET = 1_000_000;
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final P4Program program;
  private final EmbeddedSwitch device;
  private final InProcessP4Runtime served;
  private final P4RuntimeClient client;
  private final Deque<Integer> ready = new ArrayDeque<>();
  private final SortedMap<Integer, List<byte[]>> sent = new TreeMap<>();
  private long nowPs;

  /**
   * Starts a switch and installs the program over P4Runtime.
   *
   * @param loader makes the program that packets run
   * @param seed of the program's random numbers
   */
  public BenchSwitch(P4Program program, ProgramLoader loader, long seed) {
    this.program = program;
    this.device =
        new EmbeddedSwitch(
            "bench",
            ports(),
            OptionalInt.empty(),
            Collections.nCopies(PRIORITIES, QueueConfig.packets(QueueConfig.UNLIMITED)),
            new Events());
    SplittableRandom random = new SplittableRandom(seed);
    EmbeddedDevice controlled = new EmbeddedDevice(DEVICE, device, random::split);
    served = InProcessP4Runtime.of(List.of(controlled), loader);
    client =
        P4RuntimeClient.connect(
            served.channel(), new SwitchId("bench", DEVICE), ElectionId.of(1), DEADLINE);
    try {
      client.setPipelineConfig(program.pipelineConfig());
    } catch (P4RuntimeException e) {
      throw Closing.after(e, this);
    }
  }

  private final class Events implements SwitchListener {
    private final Set<SwitchListener.EndlessRequest> said = new HashSet<>();

    @Override
    public void portReady(int port) {
      ready.add(port);
    }

    @Override
    public void endless(long atPs, SwitchListener.EndlessRequest request) {
      if (said.add(request)) {
        LOG.warn("{}", request.text());
      }
    }
  }

  private static BitSet ports() {
    BitSet ports = new BitSet();
    ports.set(0, MAX_PORT + 1);
    return ports;
  }

  /** The program it runs. */
  public P4Program program() {
    return program;
  }

  /** Writes updates; what was refused, in the program's names. */
  public List<WriteFailure> write(List<Update> updates) {
    return ProgrammedSwitch.failures(
        updates, client.write(updates), new EntityNames(program.info()));
  }

  /** Returns what matches a pattern. */
  public List<Entity> read(Entity pattern) {
    return client.read(List.of(pattern));
  }

  /** Takes a packet in and tells a receiver what leaves, with its port, until nothing is left. */
  public void receive(int port, byte[] packet, BiConsumer<Integer, byte[]> receiver) {
    nowPs += PS_PER_PACKET;
    device.receive(port, Packet.of(packet), nowPs);
    Packet out = new Packet(packet.length);
    while (!ready.isEmpty()) {
      int from = ready.remove();
      while (device.transmit(from, nowPs, out)) {
        byte[] bytes = new byte[out.length()];
        System.arraycopy(out.bytes(), 0, bytes, 0, out.headLength());
        sent.computeIfAbsent(from, _ -> new ArrayList<>()).add(bytes);
        receiver.accept(from, bytes);
      }
    }
  }

  /** Returns what was sent so far on each port on which something was, in order. */
  public SortedMap<Integer, List<byte[]>> sent() {
    return Collections.unmodifiableSortedMap(sent);
  }

  @Override
  public void close() {
    client.close();
    served.close();
  }
}
