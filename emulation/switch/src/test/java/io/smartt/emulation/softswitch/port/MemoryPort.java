package io.smartt.emulation.softswitch.port;

import io.smartt.p4.pipeline.Packet;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A port whose other end is this program. */
public final class MemoryPort implements SwitchPort {
  private final BlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();
  private volatile SwitchPort.@Nullable FrameReceiver receiver;
  private volatile boolean up = true;

  /** Puts a frame into the switch; lost where the switch does not run yet. */
  public void receive(byte[] frame) {
    SwitchPort.FrameReceiver to = receiver;
    if (to != null && up) {
      to.received(frame, 0, frame.length);
    }
  }

  /** The frame that left longest ago, taken out; empty where none left in this time. */
  public Optional<byte[]> poll(long timeoutMs) throws InterruptedException {
    return Optional.ofNullable(sent.poll(timeoutMs, TimeUnit.MILLISECONDS));
  }

  /** Lets its link go down or up. */
  public void setUp(boolean newUp) {
    up = newUp;
  }

  @Override
  public String attachment() {
    return "memory";
  }

  @Override
  public void start(SwitchPort.FrameReceiver newReceiver) {
    receiver = newReceiver;
  }

  @Override
  public boolean send(Packet frame) {
    return up && sent.add(Frames.bytes(frame));
  }

  @Override
  public boolean isUp() {
    return up;
  }

  @Override
  public void close() {
    receiver = null;
  }
}
