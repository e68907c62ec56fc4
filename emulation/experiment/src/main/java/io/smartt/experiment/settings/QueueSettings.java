package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.host.wire.PdsRequest;

/**
 * The data queue of a switch port (Sec. "Parameter Selection": one BDP, RED between 20 % and 80 %).
 *
 * @param size capacity
 * @param kminPercent of the capacity, up to which no packet is marked
 * @param kmaxPercent of the capacity, from which every packet is marked
 */
public record QueueSettings(QueueSettings.QueueSize size, double kminPercent, double kmaxPercent) {
  /** Returns the settings of a queue of another size. */
  public QueueSettings with(QueueSize newSize) {
    return new QueueSettings(newSize, kminPercent, kmaxPercent);
  }

  /** Packets of a part of the capacity, rounded up. */
  public int packets(double percent, long bdpBytes, int mtuBytes) {
    return (int) Math.ceil(percent * size.packets(bdpBytes, mtuBytes) / 100);
  }

  /** Bytes of a part of the capacity; of one that is not given in bytes, those of whole packets. */
  public long bytes(double percent, long bdpBytes, int mtuBytes) {
    return size.unit() == QueueSize.Unit.BYTES
        ? Math.round(percent * size.bytes(bdpBytes, mtuBytes) / 100)
        : (long) packets(percent, bdpBytes, mtuBytes) * mtuBytes;
  }

  /** The point at which the depth of a queue decides on the mark of a packet. */
  public enum MarkingPoint implements Choice {
    /** The mark is set as the packet leaves: it says how long the queue is now. */
    DEQUEUE,

    /**
     * The mark is set as the packet comes: it waits in the queue that it tells of, as with the WRED
     * of most ASICs.
     */
    ENQUEUE;

    @Override
    public String toString() {
      return spelling();
    }
  }

  /** The place whose depth decides on the mark of a packet. */
  public enum MarkedDepth implements Choice {
    /** The packet's own queue. */
    QUEUE,

    /** The port: all its queues of data together. */
    PORT,

    /** The memory that the switch's ports share, a service pool of ASICs. */
    POOL;

    @Override
    public String toString() {
      return spelling();
    }
  }

  /** Treatment of a data packet that does not fit into a switch's queue. */
  public enum Trimming implements Choice {
    /** The P4 program cuts it to its headers before the queue. */
    P4,

    /** The traffic manager cuts it and leaves the IP length, as Trident 4 does. */
    ASIC,

    /** The packet is dropped. */
    OFF;

    @Override
    public String toString() {
      return spelling();
    }
  }

  /**
   * Capacity of a switch port's data queue: {@code 1bdp}, {@code 276packets} or {@code 1MiB}.
   *
   * @param amount how many of the unit
   * @param unit of the amount
   */
  public record QueueSize(BigDecimal amount, Unit unit) {
    /** Unit of a queue's capacity. */
    public enum Unit {
      /** Bandwidth-delay products of the network's longest path. */
      BDP,
      /** Full data packets. */
      PACKETS,
      /** Bytes. */
      BYTES
    }

    /** Reads what a profile says. */
    public static QueueSize parse(String text) {
      String plain = text.strip().toLowerCase(Locale.ROOT);
      try {
        QueueSize size =
            plain.endsWith("bdp")
                ? new QueueSize(number(plain, "bdp"), Unit.BDP)
                : plain.endsWith("packets")
                    ? new QueueSize(number(plain, "packets"), Unit.PACKETS)
                    : new QueueSize(BigDecimal.valueOf(Quantities.bytes(unit(text))), Unit.BYTES);
        if (size.amount.signum() > 0) {
          return size;
        }
      } catch (NumberFormatException | UserInputException e) {
        throw new UserInputException(message(text), e);
      }
      throw new UserInputException(message(text));
    }

    private static String message(String text) {
      return "'" + text + "' is not a queue size: write 1bdp, 276packets, 1MiB or 9000B";
    }

    /** A bare number is refused: users of simulators mean packets by it. */
    private static String unit(String text) {
      if (text.matches("\\s*[\\d.]+\\s*")) {
        throw new UserInputException(text + " has no unit");
      }
      return text;
    }

    private static BigDecimal number(String text, String unit) {
      return new BigDecimal(text.substring(0, text.length() - unit.length()).strip());
    }

    /**
     * Returns the whole packets that fit, at least one; a part of a packet at the end counts as
     * one.
     */
    public int packets(long bdpBytes, int mtuBytes) {
      return (int) Math.max(1, Math.ceil(exactBytes(bdpBytes, mtuBytes).doubleValue() / mtuBytes));
    }

    /**
     * Bytes, for switches that count them; at least one packet's, if it asks for credit, too. What
     * is not given in bytes is of whole packets, as the reference simulator has it, so that traffic
     * of full packets meets the same queue in both units.
     */
    public long bytes(long bdpBytes, int mtuBytes) {
      long bytes =
          unit == Unit.BYTES
              ? Math.round(amount.doubleValue())
              : (long) packets(bdpBytes, mtuBytes) * mtuBytes;
      return Math.max(bytes, mtuBytes + PdsRequest.CREDITED_BYTES - PdsRequest.BYTES);
    }

    private BigDecimal exactBytes(long bdpBytes, int mtuBytes) {
      return switch (unit) {
        case BDP -> amount.multiply(BigDecimal.valueOf(bdpBytes));
        case PACKETS -> amount.multiply(BigDecimal.valueOf(mtuBytes));
        case BYTES -> amount;
      };
    }

    private static String withUnit(String bytes) {
      return bytes.endsWith("B") ? bytes : bytes + "B";
    }

    @Override
    public String toString() {
      return switch (unit) {
        case BDP -> amount.toPlainString() + "bdp";
        case PACKETS -> amount.toPlainString() + "packets";
        case BYTES -> withUnit(Quantities.formatBytes(amount.longValueExact()));
      };
    }
  }
}
