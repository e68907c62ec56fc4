/** What happens to packets in a switch, one by one, for people to read. */
@NullMarked
package io.smartt.softswitch.explain;

import org.jspecify.annotations.NullMarked;
