package io.smartt.emulation.p4tools;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException.WriteFailure;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.explain.PacketLog;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.softswitch.explain.TracedPipeline;
import org.p4.v1.Update;

/** An embedded switch that reports everything that happens to a packet. */
public final class PacketTracer implements AutoCloseable {
  private static final long SEED = 1;

  private final List<SwitchEvent> events = new ArrayList<>();
  private final PacketLog log = new PacketLog((_, _, event) -> events.add(event));
  private final BenchSwitch bench;

  /**
   * Starts a switch that runs the program.
   *
   * @throws UserInputException saying why the switch does not take it
   */
  public PacketTracer(P4Program program) {
    try {
      bench = new BenchSwitch(program, this::load, SEED);
    } catch (P4RuntimeException e) {
      throw new UserInputException("the switch does not take the program: " + e.getMessage(), e);
    }
  }

  private PipelineProgram load(byte[] json) {
    PipelineProgram program = Bmv2Program.observed(json, log);
    return new PipelineProgram() {
      @Override
      public Pipeline instantiate(RandomGenerator random, PipelineProgram.PipelineLog messages) {
        return new TracedPipeline(program.instantiate(random, messages), log);
      }
    };
  }

  /** Writes entries; what was refused. */
  public List<WriteFailure> write(List<Update> updates) {
    return bench.write(updates);
  }

  /** Returns what happens to a packet, until all of its copies are sent or dropped. */
  public List<SwitchEvent> trace(int port, byte[] packet) {
    events.clear();
    bench.receive(port, packet, log::sent);
    log.settle();
    return List.copyOf(events);
  }

  @Override
  public void close() {
    bench.close();
  }
}
