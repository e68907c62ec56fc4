# Reads a Mininet topology file as "mn --custom FILE --topo NAME[,ARGS]" does, and writes the network
# as JSON on standard output. Arguments: FILE, NAME[,ARGS], the most seconds that it may take.
#
# Where Mininet is installed, its own classes are used. Elsewhere a stand-in has the rules of
# Mininet 2.3.1b4: mininet/topo.py and topolib.py for ports, names and orders, bin/mn (custom) and
# mininet/util.py (splitArgs, natural) for the file and the arguments. It starts no network.
import sys

if sys.path and sys.path[0] == '':
    sys.path.pop(0)  # the current folder has no part in this program's own imports

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import resource
import signal
import traceback
import types

MEMORY = 4 << 30
CARRIED = ('bw', 'delay', 'jitter', 'loss', 'max_queue_size')
OF_LINK = ('node1', 'node2', 'port1', 'port2', 'cls', 'use_htb')


class Refused(Exception):
    """A message for the user."""


def natural(text):
    return [int(s) if s.isdigit() else s for s in re.split(r'(\d+)', str(text))]


def irange(start, end):
    return range(start, end + 1)


class Topo:
    """Nodes, links and ports."""

    def __init__(self, *args, **params):
        self._nodes = {}
        self._links = []
        self.hopts = params.pop('hopts', {})
        self.sopts = params.pop('sopts', {})
        self.lopts = params.pop('lopts', {})
        self.ports = {}
        self.build(*args, **params)

    def build(self, *args, **params):
        pass

    def addNode(self, name, **opts):
        self._nodes[name] = opts
        return name

    def addHost(self, name, **opts):
        return self.addNode(name, **(opts or self.hopts))

    def addSwitch(self, name, **opts):
        return self.addNode(name, isSwitch=True, **(opts or self.sopts))

    def addLink(self, node1, node2, port1=None, port2=None, key=None, **opts):
        port1, port2 = self.addPort(node1, node2, port1, port2)
        info = dict(opts or self.lopts, node1=node1, node2=node2, port1=port1, port2=port2)
        if key is None:
            taken = [k for k, _ in self._between(node1, node2) if isinstance(k, int)]
            key = max([0] + taken) + 1
        self._links = [
            (k, i) for k, i in self._links
            if k != key or {i['node1'], i['node2']} != {node1, node2}]
        self._links.append((key, info))
        return key

    def addPort(self, src, dst, sport=None, dport=None):
        for node in (src, dst):
            if node not in self._nodes:
                raise KeyError(node)
        own, other = self.ports.setdefault(src, {}), self.ports.setdefault(dst, {})
        if sport is None:
            sport = len(own) + (1 if self.isSwitch(src) else 0)
        if dport is None:
            dport = len(other) + (1 if self.isSwitch(dst) else 0)
        own[sport] = (dst, dport)
        other[dport] = (src, sport)
        return sport, dport

    def port(self, src, dst):
        found = [(sport, at[1]) for sport, at in self.ports[src].items() if at[0] == dst]
        return found[0] if len(found) == 1 else found

    def nodes(self, sort=True):
        return self.sorted(self._nodes) if sort else list(self._nodes)

    def isSwitch(self, n):
        return self._nodes[n].get('isSwitch', False)

    def switches(self, sort=True):
        return [n for n in self.nodes(sort) if self.isSwitch(n)]

    def hosts(self, sort=True):
        return [n for n in self.nodes(sort) if not self.isSwitch(n)]

    def iterLinks(self, withKeys=False, withInfo=False):
        for key, info in self._links:
            yield ((info['node1'], info['node2'])
                   + ((key,) if withKeys else ()) + ((info,) if withInfo else ()))

    def links(self, sort=False, withKeys=False, withInfo=False):
        links = list(self.iterLinks(withKeys, withInfo))
        size = 3 if withKeys else 2
        return sorted(links, key=lambda l: [natural(x) for x in l[:size]]) if sort else links

    def _between(self, a, b):
        return [(k, i) for k, i in self._links if {i['node1'], i['node2']} == {a, b}]

    def linkInfo(self, src, dst, key=None):
        found = dict(self._between(src, dst))
        return found[min(found) if key is None else key]

    def setlinkInfo(self, src, dst, info, key=None):
        self.linkInfo(src, dst, key).clear()
        self.linkInfo(src, dst, key).update(info)

    def nodeInfo(self, name):
        return self._nodes[name]

    def setNodeInfo(self, name, info):
        self._nodes[name] = info

    @staticmethod
    def sorted(items):
        return sorted(items, key=natural)


class SingleSwitchTopo(Topo):
    def build(self, k=2, **_opts):
        switch = self.addSwitch('s1')
        for h in irange(1, k):
            self.addLink(self.addHost('h%s' % h), switch)


class SingleSwitchReversedTopo(Topo):
    def build(self, k=2):
        switch = self.addSwitch('s1')
        for h in irange(1, k):
            self.addLink(self.addHost('h%s' % h), switch, port1=0, port2=k - h + 1)


class MinimalTopo(SingleSwitchTopo):
    def build(self):
        SingleSwitchTopo.build(self, k=2)


class LinearTopo(Topo):
    def build(self, k=2, n=1, **_opts):
        last = None
        for i in irange(1, k):
            switch = self.addSwitch('s%s' % i)
            for j in irange(1, n):
                self.addLink(self.addHost('h%s' % i if n == 1 else 'h%ss%d' % (j, i)), switch)
            if last:
                self.addLink(switch, last)
            last = switch


class TreeTopo(Topo):
    def build(self, depth=1, fanout=2):
        self.hostNum = 1
        self.switchNum = 1
        self.addTree(depth, fanout)

    def addTree(self, depth, fanout):
        if depth <= 0:
            node = self.addHost('h%s' % self.hostNum)
            self.hostNum += 1
            return node
        node = self.addSwitch('s%s' % self.switchNum)
        self.switchNum += 1
        for _ in range(fanout):
            self.addLink(node, self.addTree(depth - 1, fanout))
        return node


class TorusTopo(Topo):
    def build(self, x, y, n=1):
        if x < 3 or y < 3:
            raise Exception('a torus has at least 3 rows and 3 columns')
        switches = {}
        for i in range(x):
            for j in range(y):
                place = '%dx%d' % (i + 1, j + 1)
                switch = switches[i, j] = self.addSwitch(
                    's' + place, dpid='%x' % ((i + 1) * 256 + j + 1))
                for k in irange(1, n):
                    self.addLink(
                        self.addHost('h' + place if n == 1 else 'h%sx%d' % (place, k)), switch)
        for i in range(x):
            for j in range(y):
                self.addLink(switches[i, j], switches[i, (j + 1) % y])
                self.addLink(switches[i, j], switches[(i + 1) % x, j])


class Absent:
    """Stands for what belongs to a network that runs; it can be named and inherited from."""

    def __init__(self, *_args, **_opts):
        raise RuntimeError(
            type(self).__name__ + ' was called: only topologies are read here, no network starts')


def nothing(*_args, **_opts):
    return None


STAND_INS = {
    'mininet.topo': {c.__name__: c for c in (
        Topo, SingleSwitchTopo, SingleSwitchReversedTopo, MinimalTopo, LinearTopo)},
    'mininet.topolib': {'TreeTopo': TreeTopo, 'TorusTopo': TorusTopo, 'Topo': Topo},
    'mininet.util': {
        'irange': irange, 'natural': natural, 'naturalSeq': lambda t: [natural(x) for x in t],
        'custom': lambda cls, **_params: cls},
    'mininet.log': {n: nothing for n in (
        'setLogLevel', 'info', 'output', 'debug', 'warn', 'warning', 'error')},
}


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds mininet and its modules."""

    def find_spec(self, name, path=None, target=None):
        if name == 'mininet' or name.startswith('mininet.'):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__dict__.update(STAND_INS.get(spec.name, {}))

        def absent(name):
            if name.startswith('__'):
                raise AttributeError(name)
            made = type(name, (Absent,), {'__module__': spec.name})
            setattr(module, name, made)
            return made

        module.__getattr__ = absent
        return module

    def exec_module(self, module):
        pass


def mininet():
    """The class Topo that the file will inherit from."""
    try:
        found = importlib.util.find_spec('mininet') is not None
    except (ImportError, ValueError):
        found = False
    if found:
        import mininet.topo as real
        return real.Topo
    sys.meta_path.insert(0, StandIns())
    return Topo


def numeric(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def load(path):
    customs = {'__name__': 'custom', '__file__': path}
    with open(path, encoding='utf-8') as source:
        exec(compile(source.read(), path, 'exec'), customs, customs)
    return customs


def build(path, spec, base):
    name, *params = spec.split(',')
    customs = load(path)
    topos = customs.get('topos', {})
    if not isinstance(topos, dict):
        raise Refused("'topos' is no dictionary of names and classes")
    classes = {
        n: c for n, c in customs.items()
        if isinstance(c, type) and issubclass(c, base)
        and getattr(c, '__module__', '') == 'custom'}
    known = dict(classes, **topos)
    if name not in known:
        raise Refused(
            ('has no topology %s; ' % name if name else 'which topology? ')
            + ('it has: ' + ', '.join(sorted(map(str, known))) if known else
               "it has no 'topos' and no class of Topo"))
    args = [numeric(p) for p in params if '=' not in p]
    named = dict(p.split('=', 1) for p in params if '=' in p)
    topo = known[name](*args, **{k: numeric(v) for k, v in named.items()})
    if not all(hasattr(topo, m) for m in ('hosts', 'switches', 'links')):
        raise Refused('%s gives no Topo, but: %.100r' % (name, topo))
    return topo


def network(topo):
    unused = set()
    for node in topo.nodes():
        unused.update(k for k in topo.nodeInfo(node) if k not in ('isSwitch', 'cls'))
    links = []
    for node1, node2, info in topo.links(sort=True, withInfo=True):
        unused.update(k + ' of links' for k in info if k not in CARRIED + OF_LINK)
        links.append({
            'a': str(node1), 'b': str(node2),
            'aPort': str(info.get('port1')), 'bPort': str(info.get('port2')),
            'options': {k: str(info[k]) for k in CARRIED if info.get(k) is not None}})
    return {'hosts': [str(h) for h in topo.hosts()],
            'switches': [str(s) for s in topo.switches()],
            'links': links, 'unused': sorted(map(str, unused))}


def line_of(error, path):
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
    return lines[-1] if lines else None


def main():
    answer = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)  # what the file prints is no part of the answer
    path, spec, seconds = sys.argv[1:4]
    sys.argv[:] = [path]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    most = resource.getrlimit(resource.RLIMIT_AS)[1]  # a batch system may allow less
    most = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))

    def late(_signal, _frame):
        raise TimeoutError('still runs after %s s' % seconds)

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, float(seconds))
    try:
        result = network(build(path, spec, mininet()))
    except Refused as error:
        result = {'error': str(error)}
    except BaseException as error:
        said = str(error) or 'no message'
        if isinstance(error, SyntaxError):
            said = error.msg
        result = {'error': '%s: %s' % (type(error).__name__, said), 'line': line_of(error, path)}
    signal.setitimer(signal.ITIMER_REAL, 0)
    answer.write(json.dumps(result))
    answer.close()


main()
