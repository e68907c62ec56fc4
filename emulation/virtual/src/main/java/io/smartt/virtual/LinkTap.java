package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;

/** Sees each packet at both ends of a link, for captures. */
interface LinkTap {
  /** No capture. */
  LinkTap NONE =
      new LinkTap() {
        @Override
        public void sent(Packet packet, long nowPs) {}

        @Override
        public void arrived(Packet packet, long nowPs) {}
      };

  /** The first bit leaves. */
  void sent(Packet packet, long nowPs);

  /** The last bit has arrived. */
  void arrived(Packet packet, long nowPs);
}
