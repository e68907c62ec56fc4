package io.smartt.host.packetio;

import io.netty.channel.ChannelId;

/** Tells one channel from another. */
record PacketChannelId(String asLongText) implements ChannelId {
  private static final int SHORT = 8;

  @Override
  public String asShortText() {
    return asLongText.substring(0, SHORT);
  }

  @Override
  public int compareTo(ChannelId other) {
    return asLongText.compareTo(other.asLongText());
  }
}
