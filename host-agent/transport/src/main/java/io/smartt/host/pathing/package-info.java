/** Load balancing from the host: which entropy value, and so which path, the next packet takes. */
@NullMarked
package io.smartt.host.pathing;

import org.jspecify.annotations.NullMarked;
