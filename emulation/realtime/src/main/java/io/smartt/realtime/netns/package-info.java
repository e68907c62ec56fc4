/** Networks of Linux network namespaces and veth pairs, as Mininet builds them. */
@NullMarked
package io.smartt.realtime.netns;

import org.jspecify.annotations.NullMarked;
