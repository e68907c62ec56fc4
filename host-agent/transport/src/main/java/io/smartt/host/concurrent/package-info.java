/** Results of tasks that run on another thread. */
@NullMarked
package io.smartt.host.concurrent;

import org.jspecify.annotations.NullMarked;
