/** Tests of the fabric netns. */
@NullMarked
package io.smartt.realtime.netns;

import org.jspecify.annotations.NullMarked;
