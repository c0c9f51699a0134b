"""OpenStack Swift with its S3 middleware as one process on loopback ports, for tests.

Called with a scratch folder, a port, an access key, a secret and a bucket. Says "ready" on standard output when it
answers, and ends when its standard input does. It checks signatures as Amazon's servers do; loopback devices,
replication and memcached it does without.
"""
import os
import sys

folder, port, access_key, secret = sys.argv[1:5]
account, user = access_key.split(':')

import eventlet
import eventlet.tpool
import eventlet.wsgi
from swift.common import utils

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)
os.makedirs(os.path.join(folder, 'disks', 'one'), exist_ok=True)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n')
utils.set_swift_dir(folder)

from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.wsgi import init_request_processor

reload_storage_policies()
utils.validate_hash_conf()
COMMON = f'''
[DEFAULT]
swift_dir = {folder}
devices = {folder}/disks
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_address = {folder}/no-syslog
'''


def storage(kind):
    return f'''{COMMON}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
'''


PROXY = f'''{COMMON}
[pipeline:main]
pipeline = catch_errors gatekeeper bulk s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
check_bucket_owner = false
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = false
'''


def listen(number=0):
    return eventlet.listen(('127.0.0.1', number), backlog=512)


sockets = {kind: listen() for kind in ('account', 'container', 'object')}
for kind, socket in sockets.items():
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({
        'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': socket.getsockname()[1],
        'device': 'one', 'replication_ip': '127.0.0.1', 'replication_port': socket.getsockname()[1],
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))


class Cache:
    """What Swift asks of memcached, for one process."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)


def behind_cache(app):
    cache = Cache()

    def call(env, start_response):
        def start(status, headers, *rest):
            # Left to itself, eventlet ends the answer to a HEAD as a chunked one: bytes that belong to no answer.
            if env['REQUEST_METHOD'] == 'HEAD' and 'content-length' not in {name.lower() for name, _ in headers}:
                headers = [*headers, ('Content-Length', '0')]
            return start_response(status, headers, *rest)

        env['swift.cache'] = cache
        return app(env, start)

    return call


def serve(kind, text, socket):
    path = write(f'{kind}-server.conf', text)
    app, *_ = init_request_processor(path, f'{kind}-server')
    eventlet.spawn(
        eventlet.wsgi.server,
        socket,
        behind_cache(app),
        log=utils.NullLogger(),
        protocol=SwiftHttpProtocol,
        capitalize_response_headers=False,
    )


for kind, socket in sockets.items():
    serve(kind, storage(kind), socket)
serve('proxy', PROXY, listen(int(port)))
eventlet.sleep(0)
print('ready', flush=True)
# Reading blocks a whole thread: one of the system's own, beside the green ones.
eventlet.tpool.execute(sys.stdin.buffer.read)
os._exit(0)
