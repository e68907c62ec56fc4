package io.smartt.controller.target;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.forwarding.Reconciler;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.rpc.Channels;
import java.util.List;

/** A switch that runs its program, and that this controller is primary of or looks at. */
public final class SwitchSession implements AutoCloseable {
  private final ProgrammedSwitch programmed;
  private final SwitchConnection connection;
  private final boolean programLoaded;

  SwitchSession(ProgrammedSwitch programmed, SwitchConnection connection, boolean programLoaded) {
    this.programmed = programmed;
    this.connection = connection;
    this.programLoaded = programLoaded;
  }

  /** Returns the switch, for reads and for writes outside the desired state. */
  public ProgrammedSwitch programmed() {
    return programmed;
  }

  /** Returns whether the program had to be loaded, which emptied the tables. */
  public boolean programLoaded() {
    return programLoaded;
  }

  /** Brings the switch to this state; see {@link Reconciler#reconcile}. */
  public Reconciler.ReconcileReport reconcile(DesiredState desired) {
    return new Reconciler(programmed).reconcile(desired);
  }

  /** Returns what {@link #reconcile} would write; see {@link Reconciler#changes}. */
  public List<String> changes(DesiredState desired) {
    return new Reconciler(programmed).changes(desired);
  }

  /** Gives the switch up; what was written stays. */
  @Override
  public void close() {
    programmed.client().close();
    connection.close();
  }

  /** A channel to a switch, with what its end requires. */
  public sealed interface SwitchConnection extends AutoCloseable {
    /** The channel for calls. */
    Channel channel();

    @Override
    void close();

    /** A connection over a channel that its owner closes. */
    record Borrowed(Channel channel) implements SwitchConnection {
      @Override
      public void close() {}
    }

    /** A connection with a channel of its own; closing waits until the socket is closed. */
    record Owned(ManagedChannel channel) implements SwitchConnection {
      @Override
      public void close() {
        Channels.close(channel);
      }
    }
  }
}
