package io.smartt.p4.pipeline.runtime;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import java.util.Arrays;
import java.util.Optional;

/** The slots of a stack, of headers or of unions, that pushing and popping moves. */
public final class StackRegion {
  public final int base;
  public final int nextSlot;
  private final int stride;
  private final int count;

  private StackRegion(int base, int stride, int count, int nextSlot) {
    this.base = base;
    this.stride = stride;
    this.count = count;
    this.nextSlot = nextSlot;
  }

  public static Optional<StackRegion> of(ProgramLayout layout, Value stack) {
    return switch (stack) {
      case Value.Stack(String name) -> {
        ProgramLayout.StackLayout found = layout.stack(name);
        yield Optional.of(
            new StackRegion(
                found.members().getFirst().base(),
                found.stride(),
                found.members().size(),
                found.nextSlot()));
      }
      case Value.UnionStack(String name) -> {
        ProgramLayout.UnionStackLayout found = layout.unionStack(name);
        yield Optional.of(
            new StackRegion(
                found.members().getFirst().base(),
                found.stride(),
                found.members().size(),
                found.nextSlot()));
      }
      default -> Optional.empty();
    };
  }

  public int slots() {
    return stride * count;
  }

  /** Moves all members towards the end; the first become invalid. */
  public void push(long[] values, long by) {
    int moved = Math.clamp(by, 0, count);
    System.arraycopy(values, base, values, base + moved * stride, (count - moved) * stride);
    Arrays.fill(values, base, base + moved * stride, 0);
    values[nextSlot] = Math.min(count, values[nextSlot] + moved);
  }

  /** Moves all members towards the start; the last become invalid. */
  public void pop(long[] values, long by) {
    int moved = Math.clamp(by, 0, count);
    System.arraycopy(values, base + moved * stride, values, base, (count - moved) * stride);
    Arrays.fill(values, base + (count - moved) * stride, base + count * stride, 0);
    values[nextSlot] = Math.max(0, values[nextSlot] - moved);
  }
}
